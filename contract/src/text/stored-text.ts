import * as z from 'zod/mini'
import { normalizeName } from './normalize-name.ts'

const MAX_NAME_LENGTH = 120

/** PostgreSQL cannot store U+0000, and a database would replace a lone surrogate by another character. */
const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed()

/** A text with something to read, as the programme has it. */
export const storedText = (maxLength = MAX_NAME_LENGTH) =>
  z
    .string()
    .check(
      z.regex(/\S/, 'must not be empty'),
      z.maxLength(maxLength),
      z.refine(isStorable, 'has a character that cannot be stored'),
    )

/** Names in two Unicode forms, or with spaces around, are one name. */
export const storedName = () => storedText().check(z.overwrite(normalizeName))
