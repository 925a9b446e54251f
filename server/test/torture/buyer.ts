import { signedInUser } from '#test/journey.ts'
import { aPlainClient } from '#test/plain-client.ts'

/** Who pays: an account's cookies, shared by several visitors, each with holds of their own. */
export interface Buyer {
  userId: string
  cookie: string
}

export async function aBuyer({ url }: { url: string }, n: number): Promise<Buyer> {
  const client = aPlainClient(url)
  const userId = await signedInUser(client, `buyer${n}@example.com`)
  return { userId, cookie: client.cookie('marquee_access') }
}
