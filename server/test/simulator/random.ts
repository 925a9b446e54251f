export type Random = ReturnType<typeof createRandom>

/** Random numbers from a seed (mulberry32). The same seed returns the same numbers. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** An integer from 0 up to, but not including, `end`. */
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    /** An integer from `first` to `last`. */
    between: (first: number, last: number) => first + below(last - first + 1),
    chance: (probability: number) => next() < probability,
    pick: <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)],
    /** Up to `count` different items. */
    sample: <Item>(items: readonly Item[], count: number): Item[] => {
      const rest = [...items]
      const taken: Item[] = []
      while (taken.length < count && rest.length > 0)
        taken.push(...rest.splice(below(rest.length), 1))
      return taken
    },
  }
}

/** A seed of its own for each part of a run: one part does not change the numbers of another. */
export const seedOf = (seed: number, part: string) =>
  [...part].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619), seed) >>> 0
