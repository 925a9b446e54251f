import { addDays, formatIsoDate, parseLocalTime } from '@marquee/contract/time'
import type { BrowserContext } from '@playwright/test'

/** Servers of tests have the default time zone. */
const TIME_ZONE = 'Asia/Kolkata'

/** Milliseconds from an instant to the next time such as 22:00 in the cinema. */
export function timeUntil(time: string, now: number) {
  const today = formatIsoDate(now, TIME_ZONE)
  const next = [today, addDays(today, 1)]
    .map((day) => parseLocalTime(day, time, TIME_ZONE))
    .find((instant) => instant >= now)
  return (next ?? now) - now
}

/** The processes of a test run have another time than the system (tools/test-runner/test-clock.mjs). Gives it to the browser too. */
export const setTestTime = (context: BrowserContext) =>
  context.addInitScript(shiftDate, Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0))

/**
 * Lets time pass in the pages of a browser context: the time of the server, which they measure with the monotonic clock. `Date` stays, because
 * Socket.IO would take the step for a lost connection. Timers still run by the time of the system.
 */
export async function advancePages(context: BrowserContext, ms: number) {
  await context.addInitScript(advanceMonotonicClock, ms)
  for (const page of context.pages()) await page.evaluate(advanceMonotonicClock, ms)
}

/** Runs in the page. */
function shiftDate(ms: number) {
  const now = Date.now
  Date.now = () => now() + ms
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length > 0 ? values : [target.now()], newTarget),
  })
}

/** Runs in the page. */
function advanceMonotonicClock(ms: number) {
  const now = performance.now.bind(performance)
  performance.now = () => now() + ms
}
