import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type * as z from 'zod/mini'

interface Options<S extends z.ZodMiniObject> {
  secret: string
  /** What the note is for: one made for another purpose says nothing here. */
  purpose: string
  shape: S
  /** How long it is good for. */
  seconds: number
  /** Epoch milliseconds. */
  now: () => number
}

const ALGORITHM = 'HS256'
const KEY_BYTES = 32

/** Signed notes to ourselves that a browser carries: it can read what is in them, never change it. */
export function createSignedCookie<S extends z.ZodMiniObject>(options: Options<S>) {
  const { secret, purpose, shape, seconds, now } = options
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `marquee ${purpose}`, KEY_BYTES))

  const write = (note: z.output<S>) =>
    new SignJWT({ note })
      .setProtectedHeader({ alg: ALGORITHM })
      .setExpirationTime(Math.floor(now() / 1000) + seconds)
      .sign(key)

  /** What the note says, or null for one that is not ours, too old, or written in words we no longer use. */
  async function read(text: string): Promise<z.output<S> | null> {
    try {
      const { payload } = await jwtVerify<{ note?: unknown }>(text, key, {
        algorithms: [ALGORITHM],
        requiredClaims: ['exp'],
        currentDate: new Date(now()),
      })
      const read = shape.safeParse(payload.note)
      return read.success ? read.data : null
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  return { write, read }
}
