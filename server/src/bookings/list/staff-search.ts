import {
  REFERENCE_ALPHABET,
  REFERENCE_LENGTH,
  REFERENCE_PREFIX,
} from '@marquee/contract/bookings/booking-reference'
import { normalizeVehicleNumber } from '@marquee/contract/parking-slots'
import { cleanText } from '@marquee/contract/text/clean-text'

/** What the text of a search may mean. Several at once: `H7` may be a seat and the beginning of a reference. */
interface SearchTerms {
  /** Only bookings of shows on this day: 2026-11-27. */
  date?: string

  /** The first and the last reference that begins so. */
  references?: { first: string; last: string }
  /** The last ten digits of a phone number. */
  phone?: string
  /** In lower case. */
  email?: string
  vehicleNumber?: string
  /** The beginnings of one or more words of a name. */
  name?: string
  /** Some digits of a phone number. */
  phonePart?: string
  /** Some characters of a vehicle number, in capital letters. */
  vehiclePart?: string
  /** The label of a seat or slot. */
  place?: string
}

const MIN_REFERENCE = 3
const PHONE_DIGITS = 10
const MIN_PART = 4
const LOWEST = REFERENCE_ALPHABET.charAt(0)
const HIGHEST = REFERENCE_ALPHABET.charAt(REFERENCE_ALPHABET.length - 1)

/** `today`: the date from which a date without a year is the nearest one. */
export function parseSearch(search: string, today: string): SearchTerms {
  const { rest: text, date } = splitDate(search, today)
  const compact = normalizeVehicleNumber(text)
  const digits = text.replaceAll(/\D/g, '')
  const isOfPhone = /^[\d ()+-]+$/.test(cleanText(text))
  const isPhone = isOfPhone && digits.length >= PHONE_DIGITS
  const isPartOfPhone = isOfPhone && !isPhone && digits.length >= MIN_PART
  const isPartOfVehicle = compact.length >= MIN_PART && /^[A-Z]*\d[A-Z\d]*$/.test(compact)
  return {
    ...(date && { date }),
    ...referencesOf(compact),
    ...(isPhone && { phone: digits.slice(-PHONE_DIGITS) }),
    ...(isPartOfPhone && { phonePart: digits }),
    ...(isPartOfVehicle && { vehiclePart: compact }),
    ...(/^\p{L}[\p{L}\p{M} .'-]+$/u.test(text) && { name: text.replaceAll(/\s+/g, ' ') }),
    ...(text.includes('@') && { email: text.toLowerCase() }),
    ...(/^[A-Z]{2}\d{1,2}[A-Z]{0,2}\d{1,4}$/.test(compact) && { vehicleNumber: compact }),
    ...(/^[A-Z]{1,3}\d{1,4}$/.test(compact) && { place: compact }),
  }
}

/** The prefix may be left out. */
function referencesOf(compact: string): Pick<SearchTerms, 'references'> {
  const start = compact.replace(/^MQ-?/, '')
  const isStart =
    start.length >= MIN_REFERENCE &&
    start.length <= REFERENCE_LENGTH &&
    [...start].every((character) => REFERENCE_ALPHABET.includes(character))
  if (!isStart) return {}
  const fill = (character: string) => REFERENCE_PREFIX + start.padEnd(REFERENCE_LENGTH, character)
  return { references: { first: fill(LOWEST), last: fill(HIGHEST) } }
}

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
