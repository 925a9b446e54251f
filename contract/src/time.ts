export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The evening begins at this hour of the cinema's day: filters of the programme, and Two for Tonight. */
export const EVENING_HOUR = 17

/** When a show ends. `startsAt` and the result in epoch milliseconds, the duration of the movie in minutes. */
export const endOfShow = (startsAt: number, durationMinutes: number) =>
  startsAt + durationMinutes * MINUTE_MS

/**
 * Dates and times are shown in the cinema's time zone. Instants are epoch milliseconds, zones IANA names.
 * One formatter for each zone: creating one takes about 50 µs, and a report formats ten thousand times.
 */
function formatters(locale: string, options: Intl.DateTimeFormatOptions) {
  const byZone = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const known = byZone.get(timeZone)
    if (known) return known
    const created = new Intl.DateTimeFormat(locale, { timeZone, ...options })
    byZone.set(timeZone, created)
    return created
  }
}

const isoDates = formatters('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
const times = formatters('en-US', { hour: 'numeric', minute: '2-digit' })
const inputTimes = formatters('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const timesWithSeconds = formatters('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})
const hours = formatters('en-GB', { hour: '2-digit', hourCycle: 'h23' })
const dates = formatters('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const weekdays = formatters('en-GB', { weekday: 'long' })
const datesWithoutWeekday = formatters('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const localParts = formatters('en-CA', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** The empty text for an instant that is no time: a server may send a text that is no date. */
const format = (instant: number, formatterOf: typeof isoDates, timeZone: string) =>
  Number.isNaN(instant) ? '' : formatterOf(timeZone).format(instant)

/** `2026-12-01T13:00:00.000Z`, as calls have it. */
export const formatInstant = (instant: number) => new Date(instant).toISOString()

/** `2026-12-01` */
export const formatIsoDate = (instant: number, timeZone: string) =>
  format(instant, isoDates, timeZone)

/** `6:30 PM` */
export const formatTime = (instant: number, timeZone: string) =>
  format(instant, times, timeZone)
    // Intl separates with a narrow no-break space, which people cannot type.
    .replaceAll(/\s/g, ' ')

/** `6:30 PM` of the local time `18:30`. */
export const formatLocalTime = (time: string) =>
  formatTime(Date.parse(`1970-01-01T${time}Z`), 'UTC')

/** `18:30`, as an input of a time has it. */
export const formatTimeInput = (instant: number, timeZone: string) =>
  format(instant, inputTimes, timeZone)

/** `6:30:05 PM` */
export const formatTimeOfDay = (instant: number, timeZone: string) =>
  format(instant, timesWithSeconds, timeZone).replaceAll(/\s/g, ' ')

/** The hour of the day, 0 to 23. */
export const hourOfDay = (instant: number, timeZone: string) =>
  Number(format(instant, hours, timeZone))

/** `Tue, 1 Dec 2026` */
export const formatDate = (instant: number, timeZone: string) => format(instant, dates, timeZone)

/** `Tue, 1 Dec` in the year of the reader, else `Tue, 1 Dec 2026`. For narrow columns. */
export function formatShortDate(instant: number, { now, timeZone }: LocalClock) {
  const date = formatDate(instant, timeZone)
  const year = formatIsoDate(now, timeZone).slice(0, 4)
  return date.endsWith(` ${year}`) ? date.slice(0, -5) : date
}

/** `Tue, 1 Dec 2026` of the day `2026-12-01`. */
export const formatDay = (day: string) => formatDate(Date.parse(day), 'UTC')

/** `Tue, 1 Dec 2026, 6:30 PM` */
export const formatDateTime = (instant: number, timeZone: string) =>
  Number.isNaN(instant) ? '' : `${formatDate(instant, timeZone)}, ${formatTime(instant, timeZone)}`

/** `6:30 PM on Tue, 1 Dec 2026`, within a sentence. */
export const formatMoment = (instant: number, timeZone: string) =>
  Number.isNaN(instant)
    ? ''
    : `${formatTime(instant, timeZone)} on ${formatDate(instant, timeZone)}`

/** The moment of a reader, and the zone of the cinema. */
export interface LocalClock {
  now: number
  timeZone: string
}

/** The day of an instant, if it is close to now. */
function findNearDay(instant: number, { now, timeZone }: LocalClock) {
  const day = formatIsoDate(instant, timeZone)
  const today = formatIsoDate(now, timeZone)
  if (day === today) return 'Today'
  return day === addDays(today, 1) ? 'Tomorrow' : undefined
}

/** `Today`, `Tomorrow`, else `Tue, 1 Dec 2026`. For texts that are not read later. */
export const formatNearDate = (instant: number, clock: LocalClock) =>
  findNearDay(instant, clock) ?? formatDate(instant, clock.timeZone)

/** `Today, 8:15 PM`, `Tomorrow, 10:00 AM`, else `Tue, 1 Dec 2026, 6:30 PM`. For texts that are not read later. */
export const formatNearDateTime = (instant: number, clock: LocalClock) =>
  Number.isNaN(instant)
    ? ''
    : `${formatNearDate(instant, clock)}, ${formatTime(instant, clock.timeZone)}`

/** The same within a sentence: `today`, `tomorrow`, else `on Tue, 1 Dec 2026`. */
export const formatNearDay = (instant: number, clock: LocalClock) =>
  Number.isNaN(instant)
    ? ''
    : (findNearDay(instant, clock)?.toLowerCase() ?? `on ${formatDate(instant, clock.timeZone)}`)

/** The same within a sentence: `8:15 PM today`, `10:00 AM tomorrow`, else `6:30 PM on Tue, 1 Dec 2026`. */
export const formatNearMoment = (instant: number, clock: LocalClock) =>
  Number.isNaN(instant)
    ? ''
    : `${formatTime(instant, clock.timeZone)} ${formatNearDay(instant, clock)}`

/** The day of a past instant in a sentence: `today`, `yesterday`, `on Friday`, or `on 1 Dec 2026` a week later. */
export function describePastDay(instant: number, { now, timeZone }: LocalClock) {
  if (Number.isNaN(instant)) return ''
  const day = formatIsoDate(instant, timeZone)
  const today = formatIsoDate(now, timeZone)
  if (day >= today) return 'today'
  if (day === addDays(today, -1)) return 'yesterday'
  if (day > addDays(today, -7)) return `on ${format(instant, weekdays, timeZone)}`
  return `on ${format(instant, datesWithoutWeekday, timeZone)}`
}

/** The day (2026-12-01) that is this many days later. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The first instant of a day (2026-12-01). */
export const startOfDay = (day: string, timeZone: string) => parseLocalTime(day, '00:00', timeZone)

/** The first instant of a day (2026-12-01), and that of the next day. */
export const periodOfDay = (day: string, timeZone: string) => ({
  from: startOfDay(day, timeZone),
  to: startOfDay(addDays(day, 1), timeZone),
})

/**
 * Returns the instant of a local `day` (2026-12-01) and `time` (21:30). Of a time that the clocks show twice the first, of one that they leave out the
 * moment at which they jump. Some zones leave midnight out.
 */
export function parseLocalTime(day: string, time: string, timeZone: string) {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  // No zone changes its offset twice within two days.
  const offsets = [offsetAt(asUtc - DAY_MS, timeZone), offsetAt(asUtc + DAY_MS, timeZone)]
  const [first = 0, last = 0] = offsets.map((offset) => asUtc - offset).toSorted((a, b) => a - b)
  for (const instant of [first, last])
    if (instant + offsetAt(instant, timeZone) === asUtc) return instant
  return findOffsetChange([first, last], timeZone)
}

/** The first instant, between two, at which the offset of the later one applies. */
function findOffsetChange([from, to]: [number, number], timeZone: string) {
  const after = offsetAt(to, timeZone)
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, timeZone) === after) high = middle
    else low = middle
  }
  return high
}

function offsetAt(instant: number, timeZone: string) {
  const parts = localParts(timeZone).formatToParts(instant)
  const part = (type: string) => parts.find((p) => p.type === type)?.value
  const local = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`
  return Date.parse(local) - Math.floor(instant / 1000) * 1000
}
