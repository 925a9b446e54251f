import { getSession } from '@marquee/contract/accounts'
import { call, renewSession } from '#lib/api.ts'

/**
 * Whose the cookies are, or null. The short-lived one may have run out while the long one still stands:
 * for somebody who was signed in, that is renewed first. Throws a session refusal when it cannot be.
 */
export async function whoIsSignedIn(rememberedId: string | undefined) {
  const { user } = await call(getSession, {})
  if (user || !rememberedId) return user
  await renewSession(rememberedId)
  return (await call(getSession, {})).user
}
