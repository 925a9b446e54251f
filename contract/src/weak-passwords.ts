import { COMMON_PASSWORDS } from './common-passwords.ts'

// A separate file, so that forms can load the list when it is needed.

/** Whether a password is on the list of common passwords, or equal to the email or the username. */
export function isWeakPassword(
  password: string,
  { email = '', username = '' }: { email?: string | undefined; username?: string | undefined },
) {
  const normalized = password.normalize('NFKC').trim().toLowerCase()
  const [localPart = ''] = email.split('@')
  const own = [email, localPart, username].map((text) => text.trim().toLowerCase())
  return isCommon(normalized) || own.includes(normalized)
}

/** Searching the text takes less than 0.1 ms. A set of the passwords would take a megabyte of memory. */
const isCommon = (password: string) =>
  !password.includes(' ') && COMMON_PASSWORDS.includes(` ${password} `)
