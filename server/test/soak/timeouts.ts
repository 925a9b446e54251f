import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 100

/** Looks again and again until there is nothing to object to, or the time is over. Returns the last objections. */
export async function within(ms: number, look: () => Promise<string[]>) {
  const end = Date.now() + ms
  for (;;) {
    const objections = await look()
    if (objections.length === 0 || Date.now() > end) return objections
    await pause(LOOK_EVERY_MS)
  }
}
