/** Notes that people pay with, in rupees. */
const NOTES = [100, 200, 500, 2000]
const MAX_SUGGESTIONS = 3

/** Reads an amount that was typed: `1,000` or `₹500`. Undefined if it is not a whole number of rupees. */
export function parseRupees(text: string) {
  const digits = text.replaceAll(/[₹,\s]/g, '')
  return /^\d{1,7}$/.test(digits) ? Number(digits) : undefined
}

/** Rupees to give back. Undefined if less than the total was received. */
export const changeFor = (total: number, received: number | undefined) =>
  received !== undefined && received >= total ? received - total : undefined

/** Amounts that a visitor is likely to hand over: the total rounded up to each kind of note. */
export function suggestAmounts(total: number) {
  const rounded = NOTES.map((note) => Math.ceil(total / note) * note)
  return [...new Set(rounded)].filter((amount) => amount > total).slice(0, MAX_SUGGESTIONS)
}
