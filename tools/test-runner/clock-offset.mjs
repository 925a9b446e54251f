import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../boot/project.mjs'

const TIME_ZONE = 'Asia/Kolkata'
const TIME_ZONE_OFFSET = '+05:30'

/** Milliseconds from now to a time of today in the cinema, such as 12:00. */
export function clockOffsetTo(time, now = Date.now()) {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(now)
  return Date.parse(`${today}T${time}:00${TIME_ZONE_OFFSET}`) - now
}

/** The environment of processes whose clock starts at a time of today in the cinema. */
export function clockEnvironment(time, env) {
  const clock = pathToFileURL(join(ROOT, 'tools/test-runner/test-clock.mjs')).href
  return {
    ...env,
    TEST_CLOCK_OFFSET_MS: String(clockOffsetTo(time)),
    NODE_OPTIONS: [env.NODE_OPTIONS, `--import ${clock}`].filter(Boolean).join(' '),
  }
}
