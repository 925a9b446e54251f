import * as z from 'zod/mini'

const CONTROL_CHARACTERS = String.raw`\p{Cc}\u2028\u2029`
const ANY_CONTROL_CHARACTER = new RegExp(`[${CONTROL_CHARACTERS}]`, 'gu')

/** Names must not contain line breaks: in an email or a log they could pass for another line. */
export const singleLine = z.regex(
  new RegExp(`^[^${CONTROL_CHARACTERS}]*$`, 'u'),
  'Please enter the name without line breaks.',
)

export const toOneLine = (text: string) => text.replaceAll(ANY_CONTROL_CHARACTER, ' ').trim()
