import { randomInt } from 'node:crypto'

/** Without characters that look or sound alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

/** `MQ-` and ten random characters (49 bits). The database refuses a second one. */
export const newReference = () =>
  `MQ-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
