import { Instant } from '@marquee/contract/calls/ids'
import { InvalidArgumentError } from 'commander'

export const EXAMPLE_INSTANT = '2026-12-01T19:00:00+05:30'

/** Reads the time of an option. Without its offset from UTC it would be another time on another machine. */
export function parseInstant(text: string) {
  if (Instant.safeParse(text).success) return text
  throw new InvalidArgumentError(
    `Write the date, the time and its offset from UTC: ${EXAMPLE_INSTANT}.`,
  )
}
