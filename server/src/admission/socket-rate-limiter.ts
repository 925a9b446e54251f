/** What a person with quick fingers never reaches, leaving a screen with a full selection included. */
const AT_ONCE = 30
const A_SECOND = 15

/** Whether one more may be taken now: so many at once, and as many as have come in again since. */
export function createSocketRateLimiter(now: () => number) {
  let left = AT_ONCE
  let last = now()

  return function mayPass() {
    const moment = now()
    // A clock set back gives nothing and takes nothing.
    const gained = (Math.max(0, moment - last) * A_SECOND) / 1000
    left = Math.min(AT_ONCE, left + gained)
    last = moment
    if (left < 1) return false
    left -= 1
    return true
  }
}
