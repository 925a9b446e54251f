import { COMMON_PASSWORDS } from './common-passwords.ts'

// A separate file, so that forms can load the list when it is needed.

interface Owner {
  email?: string | undefined
  username?: string | undefined
  /** The names of the site and of the cinema. */
  siteNames?: readonly string[] | undefined
}

/**
 * Whether a password is on the list of common passwords, repeats characters, consists of runs such as 1234, is blank but for a few characters, is a
 * name of the site, or is equal to the email or the username.
 */
export function isWeakPassword(
  password: string,
  { email = '', username = '', siteNames = [] }: Owner,
) {
  const normalized = password.normalize('NFKC').trim().toLowerCase()
  const [localPart = ''] = email.split('@')
  const own = [email, localPart, username].map((text) => text.trim().toLowerCase())
  return (
    isCommon(normalized) ||
    own.includes(normalized) ||
    isRepeated(normalized) ||
    consistsOfRuns(normalized) ||
    isMostlyBlank(password) ||
    siteNames.some((name) => isName(normalized, name))
  )
}

/** Searching the text takes less than 0.1 ms. A set of the passwords would take a megabyte of memory. */
const isCommon = (password: string) =>
  !password.includes(' ') && COMMON_PASSWORDS.includes(` ${password} `)

const MIN_LENGTH = 8

/** The same few characters again and again, the last time perhaps cut off: `aaaaaaaa`, `12341234`. */
function isRepeated(password: string) {
  if (password.length < MIN_LENGTH) return false
  const hasPeriod = (period: number) => password.startsWith(password.slice(period))
  return lengthsUpTo(Math.floor(password.length / 2)).some(hasPeriod)
}

const lengthsUpTo = (max: number) => Array.from({ length: max }, (_, index) => index + 1)

/** In runs of at least three characters, each the same as the one before, the next one or the previous one: `abcd1234`, `11119876`. */
function consistsOfRuns(password: string) {
  if (password.length < MIN_LENGTH) return false
  let runLength = 1
  let step: number | undefined
  for (let index = 1; index < password.length; index += 1) {
    const next = password.charCodeAt(index) - password.charCodeAt(index - 1)
    const isRun = Math.abs(next) <= 1 && (step === undefined || next === step)
    if (!isRun && runLength < MIN_RUN) return false
    step = isRun ? next : undefined
    runLength = isRun ? runLength + 1 : 1
  }
  return runLength >= MIN_RUN
}
const MIN_RUN = 3

const isMostlyBlank = (password: string) =>
  password.length >= MIN_LENGTH && password.replaceAll(/\s/g, '').length < MIN_LENGTH / 2

/** Whatever digits and signs stand around it: `marquee2026!`. */
const isName = (password: string, name: string) =>
  lettersOf(name) !== '' && lettersOf(password) === lettersOf(name)

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '')
