import type { HoldMoment, HoldSettings } from '#src/inventory/state.ts'

// Times of the states that tests build, in milliseconds from now.

export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => seconds(count * 60)
export const hours = (count: number) => minutes(count * 60)

const NOW = Date.UTC(2027, 0, 15, 12)

/** The instant of a time from now. */
export const time = (ms: number) => NOW + ms

const SETTINGS: HoldSettings = {
  holdMs: minutes(10),
  checkoutMs: minutes(5),
  holdMaxMs: minutes(30),
  accessReleaseMs: hours(24),
  seatsPerAccount: 20,
  showAllowancePercent: 10,
}

export const at = (ms: number, settings: Partial<HoldSettings> = {}): HoldMoment => ({
  ...SETTINGS,
  ...settings,
  now: time(ms),
})
