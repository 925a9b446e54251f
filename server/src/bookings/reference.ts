import { randomInt } from 'node:crypto'

/** Nothing here is mistaken for something else when read aloud or off paper. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

/** `MQ-` and ten random characters: some 49 bits, and unique in the database besides. */
export const newReference = () =>
  `MQ-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
