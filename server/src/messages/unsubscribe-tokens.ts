import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const KEY_BYTES = 32

/** What a link switches off. */
type Subscription = 'reminders' | 'alerts'

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>

/** Tokens of the links in mails. They need no sign-in and can do nothing but switch off the mails of one kind, or on again. */
export function createUnsubscribeTokens(secret: string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'marquee unsubscribe', KEY_BYTES))
  const macOf = (userId: string, subscription: Subscription) =>
    createHmac('sha256', key)
      // Links in reminders of earlier versions stay valid.
      .update(subscription === 'reminders' ? userId : `${subscription} ${userId}`)
      .digest()
  return {
    sign: (userId: string, subscription: Subscription = 'reminders') =>
      `${userId}.${macOf(userId, subscription).toString('base64url')}`,
    /** Returns the user of a token, undefined if it is forged or of another subscription. */
    verify: (token: string, subscription: Subscription = 'reminders') => {
      const [userId = '', mac = '', ...more] = token.split('.')
      const given = Buffer.from(mac, 'base64url')
      const expected = macOf(userId, subscription)
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
      return isGenuine && more.length === 0 ? userId : undefined
    },
  }
}

export const unsubscribePath = (token: string, subscription: Subscription = 'reminders') =>
  subscription === 'reminders' ? `/unsubscribe/${token}` : `/unsubscribe/${subscription}/${token}`
