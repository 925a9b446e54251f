import { COMMON_PASSWORDS } from './common-passwords.ts'

// A separate file, so that forms can load the list when it is needed.

const common = new Set(COMMON_PASSWORDS)

/** Whether a password is on the list of common passwords, or equal to the email or the username. */
export function isWeakPassword(
  password: string,
  { email = '', username = '' }: { email?: string | undefined; username?: string | undefined },
) {
  const normalized = password.normalize('NFKC').trim().toLowerCase()
  const [localPart = ''] = email.split('@')
  const own = [email, localPart, username].map((text) => text.trim().toLowerCase())
  return common.has(normalized) || own.includes(normalized)
}
