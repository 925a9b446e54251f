/** Without characters that look or sound alike. */
export const REFERENCE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const REFERENCE_PREFIX = 'MQ-'
/** Characters after the prefix: 49 bits. */
export const REFERENCE_LENGTH = 10

const TYPED_REFERENCE = new RegExp(`^(?:MQ)?([${REFERENCE_ALPHABET}]{${REFERENCE_LENGTH}})$`)

/** Reads a reference as people type it: in small letters, with spaces, without the prefix. Undefined for any other text. */
export function parseReference(text: string) {
  const compact = text.toUpperCase().replaceAll(/[\s\p{Dash}]/gu, '')
  const [, characters] = TYPED_REFERENCE.exec(compact) ?? []
  return characters && REFERENCE_PREFIX + characters
}

export const BOOKING_NOT_FOUND = 'We could not find that booking.'
