/** Without characters that look or sound alike. */
export const REFERENCE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const REFERENCE_PREFIX = 'MQ-'
/** Characters after the prefix: 49 bits. */
export const REFERENCE_LENGTH = 10

export const BOOKING_NOT_FOUND = 'We could not find that booking.'
