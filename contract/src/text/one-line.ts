import * as z from 'zod/mini'

const CONTROL_CHARACTERS = String.raw`\p{Cc}\u2028\u2029`
const ANY_CONTROL_CHARACTER = new RegExp(`[${CONTROL_CHARACTERS}]`, 'gu')

const ONE_LINE = new RegExp(`^[^${CONTROL_CHARACTERS}]*$`, 'u')

/** Names and reasons must not contain line breaks: in an email or a log they could pass for another line. */
export const singleLine = (noun: 'name' | 'reason' | 'note') =>
  z.regex(ONE_LINE, `Please enter the ${noun} without line breaks.`)

export const toOneLine = (text: string) => text.replaceAll(ANY_CONTROL_CHARACTER, ' ').trim()
