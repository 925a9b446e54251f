import { cleanText } from './clean-text.ts'

/** Specification §5. */
const PHONE = /^\+?[\d ()-]{10,15}$/

export const INVALID_PHONE = 'Please enter a valid phone number (10-15 digits).'

export const isPhone = (text: string) => PHONE.test(cleanText(text))
