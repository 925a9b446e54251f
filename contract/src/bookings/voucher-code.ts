import * as z from 'zod/mini'
import { formatDate } from '../time.ts'

/** Without characters that look or sound alike. Their number is a prime, so that the check character finds every single wrong one. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRTVWXYZ'
const GROUP = 4
/** Random characters of a code: 72 bits. A check character follows. */
export const VOUCHER_CODE_LENGTH = 15

const checkCharacter = (characters: string) =>
  ALPHABET[
    [...characters].reduce(
      (sum, character, index) => sum + (index + 1) * ALPHABET.indexOf(character),
      0,
    ) % ALPHABET.length
  ] as string

/** Makes a code of random numbers below `VOUCHER_CODE_BASE`. */
export function toVoucherCode(numbers: readonly number[]) {
  const characters = numbers.map((number) => ALPHABET[number % ALPHABET.length]).join('')
  return characters + checkCharacter(characters)
}
export const VOUCHER_CODE_BASE = ALPHABET.length

/** In groups, as people read and type it: `2345-6789-ABCD-EFGH`. */
export const formatVoucherCode = (code: string) =>
  (code.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join('-')

const COMPLETE = new RegExp(`^[${ALPHABET}]{${VOUCHER_CODE_LENGTH + 1}}$`)

/** Reads a code as people type it: in small letters, with spaces and dashes. Undefined for any other text, and for a mistyped code. */
export function parseVoucherCode(text: string) {
  const code = text.toUpperCase().replaceAll(/[\s\p{Dash}]/gu, '')
  if (!COMPLETE.test(code)) return undefined
  return checkCharacter(code.slice(0, -1)) === code.at(-1) ? code : undefined
}

/** The last day of a voucher, `Tue, 1 Dec 2026`. `validUntil`: its end (exclusive), epoch milliseconds. */
export const formatLastDay = (validUntil: number, timeZone: string) =>
  formatDate(validUntil - 1, timeZone)

/** One text for unknown, used and expired vouchers, so that guesses tell nothing. */
export const VOUCHER_REFUSED = 'This voucher cannot be used. Please check the code.'

export const VoucherCode = z.string(VOUCHER_REFUSED).check(
  z.maxLength(40, VOUCHER_REFUSED),
  z.refine((text) => parseVoucherCode(text) !== undefined, VOUCHER_REFUSED),
)

/** A voucher that pays for a booking, or for a part of it. */
export const VoucherPayment = z.object({
  code: VoucherCode,
  /** Rupees that it pays: its balance, at most the price. The server refuses another amount. */
  amount: z.int().check(z.positive()),
})
export type VoucherPayment = z.infer<typeof VoucherPayment>
