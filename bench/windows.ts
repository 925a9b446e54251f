import { measureUndisturbed } from './calibration.ts'
import { type MeasuredRate, median } from './timing.ts'

const ROUNDS = 3

/**
 * Measures a window of each side in turn, and in the opposite order in every second round. The first round does not count: the
 * code is compiled in it. `prepare` runs before each window.
 */
export async function measureRounds<Side extends string, T>(
  sides: Record<Side, () => Promise<T>>,
  prepare: () => Promise<void> = async () => undefined,
): Promise<Record<Side, T[]>> {
  const names = Object.keys(sides) as Side[]
  for (const name of names) await sides[name]()
  const windows = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Side,
    T[]
  >
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      windows[name].push(await measureUndisturbed(sides[name], prepare))
    }
  }
  return windows
}

export const medianRate = (rates: MeasuredRate[]): MeasuredRate => ({
  perSecond: median(rates.map(({ perSecond }) => perSecond)),
  p99: median(rates.map(({ p99 }) => p99)),
})
