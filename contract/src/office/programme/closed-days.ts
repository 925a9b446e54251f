import type { ClosedDays } from './opening-times.ts'

/** Whether a screen shows nothing on a day: 2026-12-01. */
export const isClosedOn = (closed: ClosedDays | null | undefined, day: string) =>
  closed != null && closed.from <= day && day <= closed.to
