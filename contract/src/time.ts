/**
 * Dates and times are shown in the cinema's time zone. Instants are epoch milliseconds, zones IANA names.
 * Formatters are memoized: creating one takes about 50 µs, and a listing formats hundreds of times.
 */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`
  const cached = formatters.get(key)
  if (cached) return cached
  const created = new Intl.DateTimeFormat(locale, { timeZone, ...options })
  formatters.set(key, created)
  return created
}

/** `2026-12-01` */
export const formatIsoDate = (instant: number, timeZone: string) =>
  formatter('en-CA', timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    instant,
  )

/** `6:30 PM` */
export const formatTime = (instant: number, timeZone: string) =>
  formatter('en-US', timeZone, { hour: 'numeric', minute: '2-digit' })
    .format(instant)
    // Intl separates with a narrow no-break space, which people cannot type.
    .replaceAll(/\s/g, ' ')

/** `6:30:05 PM` */
export const formatTimeOfDay = (instant: number, timeZone: string) =>
  formatter('en-US', timeZone, { hour: 'numeric', minute: '2-digit', second: '2-digit' })
    .format(instant)
    .replaceAll(/\s/g, ' ')

/** The hour of the day, 0 to 23. */
export const hourOfDay = (instant: number, timeZone: string) =>
  Number(formatter('en-GB', timeZone, { hour: '2-digit', hourCycle: 'h23' }).format(instant))

/** `Tue, 1 Dec 2026` */
export const formatDate = (instant: number, timeZone: string) =>
  formatter('en-GB', timeZone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(instant)

/** `Tue, 1 Dec 2026, 6:30 PM` */
export const formatDateTime = (instant: number, timeZone: string) =>
  `${formatDate(instant, timeZone)}, ${formatTime(instant, timeZone)}`

const LOCAL_PARTS: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
}

const DAY_MS = 86_400_000

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
  const parts = formatter('en-CA', timeZone, LOCAL_PARTS).formatToParts(instant)
  const part = (type: string) => parts.find((p) => p.type === type)?.value
  const local = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`
  return Date.parse(local) - Math.floor(instant / 1000) * 1000
}
