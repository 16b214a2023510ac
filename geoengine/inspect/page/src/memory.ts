// What the browser remembers between pages. A page opened from a file may have no storage; what is
// remembered is then lost with the page.

const PREFIX = "geoengine-";
const fallback = new Map<string, string>();

/** Return the value remembered under a name, or the default. */
export function recall<T>(name: string, missing: T): T {
  let text: string | null | undefined;
  try {
    text = localStorage.getItem(PREFIX + name);
  } catch {
    text = fallback.get(name);
  }
  if (text === null || text === undefined) return missing;
  try {
    return JSON.parse(text) as T;
  } catch {
    return missing;
  }
}

/** Remember a value, which has to be plain data, under a name. */
export function remember(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    fallback.set(name, text);
  }
}
