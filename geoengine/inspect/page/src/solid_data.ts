// The solid of an item in the data of a page: geoengine/inspect/solid_data.py. Coordinates count from the
// middle of the solid, and are shares of its size.

export type Place = readonly [x: number, y: number, z: number];

/** The center, the normal and the radius of a circle. */
export type CircleRow = readonly [number, number, number, number, number, number, number];

export type BodyData =
  | { readonly kind: "polyhedron"; readonly vertices: readonly Place[]; readonly faces: readonly (readonly number[])[] }
  | { readonly kind: "sheet"; readonly vertices: readonly Place[] }
  | { readonly kind: "sphere"; readonly center: Place; readonly radius: number }
  | { readonly kind: "frustum"; readonly bottom: Place; readonly top: Place; readonly radii: readonly [bottom: number, top: number] };

export interface SolidModel {
  readonly points: Readonly<Record<string, Place>>;
  readonly bodies: readonly BodyData[];
  /** The numbers of bodies that hide nothing inside them. */
  readonly glass: readonly number[];
  readonly lines: readonly (readonly number[])[];
  /** Circles, with the glass bodies that carry them. */
  readonly circles: readonly { readonly at: CircleRow; readonly on: readonly number[] }[];
  /** Lines that are dashed, hidden or not. */
  readonly dashed: readonly (readonly number[])[];
  readonly curves: readonly (readonly Place[])[];
  readonly areas: readonly (readonly Place[])[];
  readonly discs: readonly CircleRow[];
  /** Whether hidden lines are shown, dashed. */
  readonly dashes: boolean;
}

/** What differs from the model: of a record or a list its entries, or a whole list. */
export type SolidChange = Readonly<Record<string, unknown>>;

export interface MotionData {
  /** For each axis, the points that move along it. */
  readonly moved: readonly (readonly string[])[];
  readonly counts: readonly number[];
  readonly drawn: readonly number[];
  /** The last axis fastest; null where there is no figure. */
  readonly positions: readonly (SolidChange | null)[];
}

export interface SolidData {
  readonly azimuth: number;
  readonly elevation: number;
  /** The distance of the eye; null for an orthographic picture. */
  readonly distance: number | null;
  readonly model: SolidModel;
  readonly motion: MotionData | null;
}

/** A model after changes. */
export function changed(model: SolidModel, changes: SolidChange): SolidModel {
  const made: Record<string, unknown> = { ...model };
  for (const [name, change] of Object.entries(changes)) {
    const before = made[name];
    if (Array.isArray(change) || typeof change !== "object") made[name] = change;
    else if (Array.isArray(before)) made[name] = before.map((one: unknown, k) => (change as Record<string, unknown>)[k] ?? one);
    else made[name] = { ...(before as object), ...change };
  }
  return made as unknown as SolidModel;
}
