/** `1 seat`, `2 seats`. `plural` is for nouns that do not only add an s. */
export const countOf = (count: number, noun: string, plural = `${noun}s`) =>
  `${count} ${count === 1 ? noun : plural}`
