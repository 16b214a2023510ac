// Numbers with the words that they go with.

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
