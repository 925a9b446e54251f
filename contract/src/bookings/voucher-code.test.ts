import { expect, test } from 'vitest'
import {
  formatVoucherCode,
  parseVoucherCode,
  toVoucherCode,
  VOUCHER_CODE_BASE,
  VOUCHER_CODE_LENGTH,
} from './voucher-code.ts'

const code = toVoucherCode(Array.from({ length: VOUCHER_CODE_LENGTH }, (_, index) => index * 7))
const CHARACTERS = Array.from({ length: VOUCHER_CODE_BASE }, (_, n) => toVoucherCode([n]).charAt(0))

test('parseVoucherCode reads a code in small letters, with spaces and dashes [S-1045]', () => {
  const typed = ` ${formatVoucherCode(code).toLowerCase().replace('-', ' ').replace('-', '–')} `

  expect(parseVoucherCode(typed)).toBe(code)
  expect(formatVoucherCode(code)).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
})

test('parseVoucherCode refuses a code with one wrong character or two that are swapped [S-1045]', () => {
  for (let at = 0; at < code.length; at += 1) {
    const others = CHARACTERS.filter((character) => character !== code[at])
    for (const other of others)
      expect(parseVoucherCode(code.slice(0, at) + other + code.slice(at + 1))).toBeUndefined()
    if (code[at] === code[at + 1] || at + 2 >= code.length) continue
    const swapped = [code.slice(0, at), code[at + 1], code[at], code.slice(at + 2)].join('')
    expect(parseVoucherCode(swapped)).toBeUndefined()
  }
})

test.each(['', '2345', `${code}2`, code.replace(/./, '0')])(
  'parseVoucherCode refuses "%s" [S-1045]',
  (text) => {
    expect(parseVoucherCode(text)).toBeUndefined()
  },
)
