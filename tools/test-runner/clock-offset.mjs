import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../boot/project.mjs'

const TIME_ZONE = 'Asia/Kolkata'
const TIME_ZONE_OFFSET = '+05:30'
const DAY_MS = 24 * 60 * 60_000

/**
 * Milliseconds from now to the next time such as 12:00 in the cinema. Never negative: browsers and databases that tests start have the time of
 * the system, and a cookie that was set before it would have ended for them already.
 */
export function clockOffsetTo(time, now = Date.now()) {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(now)
  const offset = Date.parse(`${today}T${time}:00${TIME_ZONE_OFFSET}`) - now
  return offset < 0 ? offset + DAY_MS : offset
}

/** The environment of processes whose clock starts at the next such time in the cinema. */
export function clockEnvironment(time, env) {
  const clock = pathToFileURL(join(ROOT, 'tools/test-runner/test-clock.mjs')).href
  return {
    ...env,
    TEST_CLOCK_OFFSET_MS: String(clockOffsetTo(time)),
    NODE_OPTIONS: [env.NODE_OPTIONS, `--import ${clock}`].filter(Boolean).join(' '),
  }
}
