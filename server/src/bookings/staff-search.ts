import {
  REFERENCE_ALPHABET,
  REFERENCE_LENGTH,
  REFERENCE_PREFIX,
} from '@marquee/contract/booking-reference'
import { cleanText } from '@marquee/contract/clean-text'
import { normalizeVehicleNumber } from '@marquee/contract/parking'

/** What the text of a search may mean. Several at once: `H7` may be a seat and the beginning of a reference. */
interface SearchTerms {
  /** The first and the last reference that begins so. */
  references?: { first: string; last: string }
  /** The last ten digits of a phone number. */
  phone?: string
  /** In lower case. */
  email?: string
  vehicleNumber?: string
  /** The label of a seat or slot. */
  place?: string
}

const MIN_REFERENCE = 3
const PHONE_DIGITS = 10
const LOWEST = REFERENCE_ALPHABET.charAt(0)
const HIGHEST = REFERENCE_ALPHABET.charAt(REFERENCE_ALPHABET.length - 1)

export function parseSearch(text: string): SearchTerms {
  const compact = normalizeVehicleNumber(text)
  const digits = text.replaceAll(/\D/g, '')
  const isPhone = /^[\d ()+-]+$/.test(cleanText(text)) && digits.length >= PHONE_DIGITS
  return {
    ...referencesOf(compact),
    ...(isPhone && { phone: digits.slice(-PHONE_DIGITS) }),
    ...(text.includes('@') && { email: text.trim().toLowerCase() }),
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
