/** The value that so large a part of them does not exceed. */
export function quantile(values: number[], part: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (values: number[]) => quantile(values, 0.5)

const WARM_UP_MS = 1000

export interface Rate {
  perSecond: number
  /** Milliseconds. */
  p99: number
}

export const rateOfTimes = (milliseconds: number[], seconds: number): Rate => ({
  perSecond: milliseconds.length / seconds,
  p99: quantile(milliseconds, 0.99),
})

/**
 * Everybody asks, hears, and asks again for so many seconds; the first one is not counted. `ask` says whether the answer
 * counts.
 */
export async function rateOf<Asker>(
  askers: Asker[],
  seconds: number,
  ask: (asker: Asker, n: number) => Promise<boolean>,
): Promise<Rate> {
  const begun = performance.now()
  const from = begun + WARM_UP_MS
  const to = from + seconds * 1000
  const times: number[] = []
  await Promise.all(
    askers.map(async (asker) => {
      for (let n = 0; performance.now() < to; n += 1) {
        const sent = performance.now()
        const counts = await ask(asker, n)
        const heard = performance.now()
        if (counts && heard >= from && heard < to) times.push(heard - sent)
      }
    }),
  )
  return rateOfTimes(times, seconds)
}

const ROUNDS = 3

/**
 * The median rate of each side, measured in turns: what happens to the machine meanwhile happens to both. The first round, in
 * which both are still compiled, does not count. Per second.
 */
export async function inTurns<Side extends string>(sides: Record<Side, () => Promise<number>>) {
  const rates = {} as Record<Side, number[]>
  const names = Object.keys(sides) as Side[]
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of names) {
      const rate = await sides[name]()
      if (round === 0) rates[name] = []
      else rates[name].push(rate)
    }
  }
  return (name: Side) => median(rates[name])
}

/**
 * Keeps this process from falling asleep while something goes on, as many askers from outside would: else each answer pays
 * for waking it, the slower side more often than the faster one.
 */
export async function wideAwake<T>(act: () => Promise<T>) {
  let isOver = false
  const stir = () => {
    if (!isOver) setImmediate(stir)
  }
  stir()
  try {
    return await act()
  } finally {
    isOver = true
  }
}
