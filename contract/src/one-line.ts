import * as z from 'zod/mini'

/** For a name: what has several lines could pass for something else where it is written down. */
export const onOneLine = z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Please write the name on one line.')
