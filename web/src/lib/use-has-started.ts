import { useNow } from '@marquee/browser/clock.ts'

const CLOCK_MS = 10_000

/** Whether a show has started. `startTime` is ISO 8601. */
export const useHasStarted = (startTime: string) => useNow(CLOCK_MS) >= Date.parse(startTime)
