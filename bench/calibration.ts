import { setTimeout as delay } from 'node:timers/promises'
import { short } from './report.ts'
import { median } from './timing.ts'

/** About 30 ms. */
const ITERATIONS = 5_000_000
const LOOPS = 3
/** Above it, something else has used the processors during a window. */
const MAX_DIFFERENCE = 1.15
const MAX_REPEATS_OF_A_WINDOW = 2
/** Limits the time of a part on a machine that is always busy. */
const MAX_REPEATS = 8
/** The server finishes what the window has left. */
const SETTLE_MS = 300

const times: number[] = []
let windows = 0
let repeated = 0
let disturbed = 0

/** Milliseconds of a fixed amount of processor time. It grows while something else uses the processors. */
export function calibrate() {
  const time = median(Array.from({ length: LOOPS }, timeOfLoop))
  times.push(time)
  return time
}

function timeOfLoop() {
  const startedAt = performance.now()
  let value = 1
  for (let n = 0; n < ITERATIONS; n += 1) value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) + n
  const time = performance.now() - startedAt
  // The value is never NaN. Using it keeps the compiler from removing the loop.
  return Number.isNaN(value) ? 0 : time
}

/** Measures a window, and again if the calibration loop took another time after it than before. */
export async function measureUndisturbed<T>(
  measure: () => Promise<T>,
  prepare: () => Promise<void>,
): Promise<T> {
  windows += 1
  for (let repeats = 0; ; repeats += 1) {
    await prepare()
    const before = calibrate()
    const result = await measure()
    await delay(SETTLE_MS)
    const after = calibrate()
    const isDisturbed = Math.max(before, after) > MAX_DIFFERENCE * Math.min(before, after)
    if (!isDisturbed) return result
    if (repeats === MAX_REPEATS_OF_A_WINDOW || repeated === MAX_REPEATS) {
      disturbed += 1
      return result
    }
    repeated += 1
  }
}

/** The calibration loops of this process and the repeated windows. */
export function describeNoise() {
  const [first = 0] = times
  const loops = `Calibration loop: ${short(first)} ms before, ${short(times.at(-1) ?? 0)} ms after, ${short(Math.min(...times))} to ${short(Math.max(...times))} ms in between`
  return windows === 0
    ? `${loops}.`
    : `${loops}; of ${windows} windows ${repeated} repeated, ${disturbed} disturbed in spite of it.`
}
