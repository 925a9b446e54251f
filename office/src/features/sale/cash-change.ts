import { formatRupees } from '@marquee/contract/text/money'

/** The notes that are in use, in rupees, from the smallest. */
const NOTES = [10, 20, 50, 100, 200, 500]
const MAX_SUGGESTIONS = 3

/** Reads an amount that was typed: `1,000` or `₹500`. Undefined if it is not a whole number of rupees. */
export function parseRupees(text: string) {
  const digits = text.replaceAll(/[₹,\s]/g, '')
  return /^\d{1,7}$/.test(digits) ? Number(digits) : undefined
}

/** Rupees to give back for a typed amount. Left empty, it is the total. Undefined if it is less, or not an amount. */
export function changeFor(total: number, text: string) {
  const received = text.trim() === '' ? total : parseRupees(text)
  return received !== undefined && received >= total ? received - total : undefined
}

/** What is wrong with a typed amount. Left empty, it is the total. */
export function cashError(total: number, text: string) {
  if (text.trim() === '') return undefined
  const received = parseRupees(text)
  if (received === undefined) return 'Enter whole rupees, such as 500.'
  return received < total ? `${formatRupees(total - received)} short.` : undefined
}

/** Amounts that a visitor is likely to hand over: the total rounded up to each kind of note, without a note that is not needed. */
export function suggestAmounts(total: number) {
  const rounded = NOTES.map((note) => Math.ceil(total / note) * note)
  return [...new Set(rounded)]
    .filter((amount) => amount > total && amount - smallestNote(amount) < total)
    .slice(0, MAX_SUGGESTIONS)
}

/** The smallest note of an amount that is paid with as few notes as possible. */
function smallestNote(amount: number) {
  let [rest, smallest] = [amount, 0]
  for (const note of NOTES.toReversed()) {
    if (rest >= note) smallest = note
    rest %= note
  }
  return smallest
}
