const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAY = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+)?`
/** At the end of a text: `27 Nov`, `Fri, 27 November 2026`, `27/11`, `27.11.2026`, `2026-11-27`. The day is before the month. */
const DATES = [
  String.raw`(?<day>\d{1,2})\s*(?<name>${MONTHS.join('|')})[a-z]*\.?(?:\s+(?<year>\d{4}))?`,
  String.raw`(?<day>\d{1,2})[./](?<month>\d{1,2})(?:[./](?<year>\d{4}))?`,
  String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})`,
].map((pattern) => new RegExp(`(?:^|[\\s,])${WEEKDAY}${pattern}$`, 'i'))

/** Splits a date (2026-11-27) from the end of a text. Without a year it is the day that is nearest to `today`. */
export function splitDate(text: string, today: string): { rest: string; date?: string } {
  const trimmed = text.trim()
  for (const pattern of DATES) {
    const match = pattern.exec(trimmed)
    const date = match && dateOf(match.groups ?? {}, today)
    if (match && date) return { rest: trimmed.slice(0, match.index).trim(), date }
  }
  return { rest: trimmed }
}

function dateOf({ day, name, month, year }: Record<string, string | undefined>, today: string) {
  const number = name ? MONTHS.indexOf(name.toLowerCase()) + 1 : Number(month)
  const monthAndDay = [number, Number(day)].map((part) => String(part).padStart(2, '0')).join('-')
  const thisYear = Number(today.slice(0, 4))
  const years = year ? [year] : [thisYear, thisYear + 1, thisYear - 1]
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(today))
  const [nearest] = years
    .map((one) => `${one}-${monthAndDay}`)
    .filter(isDate)
    .toSorted((one, other) => distance(one) - distance(other))
  return nearest
}

/** False for 31 Feb. */
function isDate(text: string) {
  const instant = Date.parse(text)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}
