export const pickOne = <T>(list: readonly T[]): T | undefined =>
  list[Math.floor(Math.random() * list.length)]

/** One to `max` of the elements; none of an empty list. */
export const pickSome = <T>(list: readonly T[], max: number) =>
  list.toSorted(() => Math.random() - 0.5).slice(0, 1 + Math.floor(Math.random() * max))
