import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from '#src/context.ts'

const KEY_BYTES = 32

/** What a link switches off. */
type Subscription = 'reminders' | 'alerts'
type Signer = Pick<Context, 'secret'>

/** The token of a link in a mail. It needs no sign-in and can do nothing but switch off the mails of one kind, or on again. */
export const signUnsubscribeToken = (
  ctx: Signer,
  userId: string,
  subscription: Subscription = 'reminders',
) => `${userId}.${macOf(ctx, userId, subscription).toString('base64url')}`

/** Returns the user of a token, undefined if it is forged or of another subscription. */
export function verifyUnsubscribeToken(
  ctx: Signer,
  token: string,
  subscription: Subscription = 'reminders',
) {
  const [userId = '', mac = '', ...more] = token.split('.')
  const given = Buffer.from(mac, 'base64url')
  const expected = macOf(ctx, userId, subscription)
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
  return isGenuine && more.length === 0 ? userId : undefined
}

function macOf({ secret }: Signer, userId: string, subscription: Subscription) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'marquee unsubscribe', KEY_BYTES))
  // Links in reminders of earlier versions stay valid.
  const text = subscription === 'reminders' ? userId : `${subscription} ${userId}`
  return createHmac('sha256', key).update(text).digest()
}

export const unsubscribePath = (token: string, subscription: Subscription = 'reminders') =>
  subscription === 'reminders' ? `/unsubscribe/${token}` : `/unsubscribe/${subscription}/${token}`
