import * as z from 'zod/mini'

const BREAKS = String.raw`\p{Cc}\u2028\u2029`
const ANY_BREAK = new RegExp(`[${BREAKS}]`, 'gu')

/** For a name: what has several lines could pass for something else where it is written down. */
export const onOneLine = z.regex(
  new RegExp(`^[^${BREAKS}]*$`, 'u'),
  'Please write the name on one line.',
)

export const toOneLine = (text: string) => text.replaceAll(ANY_BREAK, ' ').trim()
