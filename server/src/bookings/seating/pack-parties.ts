/** Small halls are searched completely; in large ones a packing is found early or hardly ever. */
const MAX_ATTEMPTS = 4000

/**
 * Finds room for parties in stretches of seats, each party in one stretch. Returns the index of the stretch of each party, undefined if none was
 * found after so many attempts to place one. The largest parties come first, each into the shortest stretch that has room; if that leads to nothing, into the
 * longest one.
 */
export function packParties(
  lengths: readonly number[],
  sizes: readonly number[],
  maxAttempts = MAX_ATTEMPTS,
): number[] | undefined {
  const largestFirst = sizes.toSorted((a, b) => b - a)
  const steps =
    findSteps(lengths, largestFirst, { maxAttempts, prefersLong: false }) ??
    findSteps(lengths, largestFirst, { maxAttempts, prefersLong: true })
  if (!steps) return
  // Stretches of one length are interchangeable.
  const left = [...lengths]
  const placed = largestFirst.map((size, n) => {
    const stretch = left.indexOf(steps[n] ?? -1)
    left[stretch] = (left[stretch] ?? 0) - size
    return { size, stretch }
  })
  return sizes.map((size) => {
    const index = placed.findIndex((one) => one.size === size)
    return placed.splice(index, 1)[0]?.stretch ?? -1
  })
}

interface SearchOptions {
  maxAttempts: number
  prefersLong: boolean
}

/** Returns for each party the length that its stretch has when the party is placed. */
function findSteps(
  lengths: readonly number[],
  largestFirst: readonly number[],
  { maxAttempts, prefersLong }: SearchOptions,
) {
  const longest = Math.max(0, ...lengths)
  /** The number of stretches of each length. */
  const counts = new Array<number>(longest + 1).fill(0)
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1
  const peopleFrom = largestFirst.map((_, n) =>
    largestFirst.slice(n).reduce((sum, size) => sum + size, 0),
  )
  const smallest = largestFirst.at(-1) ?? 1
  const steps: number[] = []
  const failed = new Set<string>()
  let attempts = 0

  const change = (length: number, by: number) => {
    counts[length] = (counts[length] ?? 0) + by
  }
  const usableSeats = () =>
    counts.reduce((sum, count, length) => (length < smallest ? sum : sum + count * length), 0)

  function placeFrom(n: number): boolean {
    const size = largestFirst[n]
    if (size === undefined) return true
    if (usableSeats() < (peopleFrom[n] ?? 0)) return false
    const key = `${n} ${counts.join()}`
    if (failed.has(key)) return false
    for (let step = 0; size + step <= longest; step += 1) {
      const length = prefersLong ? longest - step : size + step
      if (!counts[length]) continue
      attempts += 1
      if (attempts > maxAttempts) return false
      change(length, -1)
      change(length - size, 1)
      steps[n] = length
      if (placeFrom(n + 1)) return true
      change(length, 1)
      change(length - size, -1)
    }
    failed.add(key)
    return false
  }
  return placeFrom(0) ? steps : undefined
}
