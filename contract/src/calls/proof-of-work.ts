import * as z from 'zod/mini'

/** A task of the `altcha` library (version 2). `signature` covers all parameters, so they are sent back unchanged. */
export const Challenge = z.object({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    /** Iterations per attempt. */
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    /** Epoch seconds. */
    expiresAt: z.int(),
  }),
  signature: z.string(),
})
export type Challenge = z.infer<typeof Challenge>

/** A challenge with its solution: the counter from which a key with the challenge's prefix is derived. It can be used once. */
export const Proof = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})
export type Proof = z.infer<typeof Proof>
