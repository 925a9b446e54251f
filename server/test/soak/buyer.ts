import { signUpAndSignIn } from '#test/support/booking-flow.ts'
import { createHttpClient } from '#test/support/http-client.ts'

/** Who pays: an account's cookies, shared by several visitors, each with holds of their own. */
export interface Buyer {
  userId: string
  cookie: string
}

export async function aBuyer({ url }: { url: string }, n: number): Promise<Buyer> {
  const client = createHttpClient(url)
  const userId = await signUpAndSignIn(client, `buyer${n}@example.com`)
  return { userId, cookie: client.cookie('marquee_access') }
}
