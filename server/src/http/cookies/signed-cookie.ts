import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type * as z from 'zod/mini'

interface Options<S extends z.ZodMiniObject> {
  secret: string
  /** Each purpose has its own key: a cookie for one purpose is not valid for another. */
  purpose: string
  schema: S
  /** The lifetime of a value. */
  seconds: number
  /** Epoch milliseconds. */
  now: () => number
}

const ALGORITHM = 'HS256'
const KEY_BYTES = 32

/** Signs and verifies values for a cookie. The browser can read them but not change them. */
export function createSignedCookie<S extends z.ZodMiniObject>(options: Options<S>) {
  const { secret, purpose, schema, seconds, now } = options
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `marquee ${purpose}`, KEY_BYTES))

  const sign = (value: z.output<S>) =>
    new SignJWT({ value })
      .setProtectedHeader({ alg: ALGORITHM })
      .setExpirationTime(Math.floor(now() / 1000) + seconds)
      .sign(key)

  /** Returns null if the text is forged or expired, or if an older version with another schema has signed it. */
  async function verify(text: string): Promise<z.output<S> | null> {
    try {
      const { payload } = await jwtVerify<{ value?: unknown }>(text, key, {
        algorithms: [ALGORITHM],
        requiredClaims: ['exp'],
        currentDate: new Date(now()),
      })
      return schema.safeParse(payload.value).data ?? null
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  return { sign, verify }
}
