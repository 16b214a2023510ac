// What the browser remembers between pages. A page opened from a file may have no storage, and a
// storage may be full; what is remembered is then lost with the page.

const PREFIX = "geoengine-";
const fallback = new Map<string, string>();

/** Return the value remembered under a name, or the default. */
export function recall<T>(name: string, missing: T): T {
  try {
    // What could not be stored is newer than what was.
    const text = fallback.get(name) ?? localStorage.getItem(PREFIX + name);
    return text === null ? missing : (JSON.parse(text) as T);
  } catch {
    return missing;
  }
}

/** Remember a value, which has to be plain data, under a name. Return whether it outlasts the page. */
export function remember(name: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
    fallback.delete(name);
    return true;
  } catch {
    fallback.set(name, text);
    return false;
  }
}
