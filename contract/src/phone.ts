const PHONE = /^\+?[\d\s()-]{10,15}$/
const MIN_DIGITS = 10

export const INVALID_PHONE = 'Please enter a valid phone number (10-15 digits).'

/** The specification's pattern and at least ten digits: the pattern alone accepts ten hyphens. */
export const isPhone = (text: string) => {
  const phone = text.trim()
  return PHONE.test(phone) && phone.replaceAll(/\D/g, '').length >= MIN_DIGITS
}
