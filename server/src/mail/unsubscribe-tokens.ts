import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const KEY_BYTES = 32

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>

/** Tokens of the links in reminders. They need no sign-in and can do nothing but switch reminders off or on. */
export function createUnsubscribeTokens(secret: string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'marquee unsubscribe', KEY_BYTES))
  const macOf = (userId: string) => createHmac('sha256', key).update(userId).digest()
  return {
    sign: (userId: string) => `${userId}.${macOf(userId).toString('base64url')}`,
    /** Returns the user of a token, undefined if it is forged. */
    verify: (token: string) => {
      const [userId = '', mac = '', ...more] = token.split('.')
      const given = Buffer.from(mac, 'base64url')
      const expected = macOf(userId)
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
      return isGenuine && more.length === 0 ? userId : undefined
    },
  }
}

export const unsubscribePath = (token: string) => `/unsubscribe/${token}`
