// Numbers with the words that they go with.

/** A number with commas: 10,000. */
export function grouped(count: number): string {
  return count.toLocaleString("en");
}

export function plural(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

export function times(count: number): string {
  return count === 1 ? "once" : `${grouped(count)} times`;
}
