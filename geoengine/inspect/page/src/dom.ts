// Elements of HTML and SVG.

type Child = Node | string | null | undefined;
type Children = Child | readonly Children[];
type Properties = Record<string, unknown>;

/**
 * Create an element. A property whose name begins with "on" is a listener, "class" is the class
 * name; a string is set as an attribute, anything else as a property where there is one.
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Children[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value as EventListener);
    else if (name === "class") node.className = String(value);
    else if (name in node && typeof value !== "string") Reflect.set(node, name, value);
    else node.setAttribute(name, String(value));
  }
  node.append(...flat(children));
  return node;
}

function flat(children: readonly Children[]): (Node | string)[] {
  return (children.flat(8) as Child[]).filter((child) => child !== null && child !== undefined);
}

/** Create an element of SVG with attributes. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** The value of a colour of the style sheet, in the theme that is shown. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** The data of the page. */
export function readData<T>(): T {
  return JSON.parse(document.getElementById("data")?.textContent ?? "null") as T;
}
