import { createHash, createHmac, randomInt } from 'node:crypto'
import type { Challenge, Proof } from '@marquee/contract/calls/proof-of-work'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Context } from '../context.ts'
import { spendNonce } from '../database/rows/used-nonces.ts'

/** Iterations per attempt. An attempt takes a browser about half a millisecond. The server makes one per challenge and one per proof. */
const ITERATIONS = 1000
/** The first step takes 200 to 400 attempts, about 0.15 s. Each further step takes twice as many. */
const FIRST_STEP_ATTEMPTS = 200
const MAX_STEP = 20
const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000

/** What a challenge is for. Its proof is valid for nothing else. */
interface Purpose {
  address: string
  showtimeId: string
}

type Signer = Pick<Context, 'secret' | 'now'>

/** Returns a challenge. The server's secret signs it, so that nothing has to be stored. */
export async function createProofChallenge(
  ctx: Signer,
  { address, showtimeId }: Purpose,
  step: number,
): Promise<Challenge> {
  const attempts = FIRST_STEP_ATTEMPTS * 2 ** (Math.min(step, MAX_STEP) - 1)
  const challenge = await createChallenge({
    ...secretsOf(ctx),
    algorithm: 'PBKDF2/SHA-256',
    cost: ITERATIONS,
    counter: randomInt(attempts, 2 * attempts),
    deriveKey,
    data: { address, showtimeId, step },
    expiresAt: new Date(ctx.now() + CHALLENGE_LIFETIME_MS),
  })
  return challenge as Challenge
}

/** Uses up a proof. Returns its step, or 0 without a proof and for one that is invalid, for another purpose or was used before. */
export async function spendProof(
  ctx: Signer & Pick<Context, 'db'>,
  proof: Proof | undefined,
  purpose: Purpose,
) {
  const verified = proof && (await verifyProof(ctx, proof, purpose))
  if (!verified) return 0
  const isFirstUse = await spendNonce(ctx.db, verified.hash, CHALLENGE_LIFETIME_MS)
  return isFirstUse ? verified.step : 0
}

/** Returns the step that a proof pays for and its unique hash. Returns undefined for a proof that is invalid, expired or for another purpose. */
async function verifyProof(
  ctx: Signer,
  { challenge, solution }: Proof,
  { address, showtimeId }: Purpose,
) {
  const { parameters, signature } = challenge
  if (ctx.now() > parameters.expiresAt * 1000) return
  const { verified } = await verifySolution({
    ...secretsOf(ctx),
    challenge: { parameters, signature },
    solution,
    deriveKey,
  }).catch(() => ({ verified: false }))
  const data = parameters.data as { address: string; showtimeId: string; step: number }
  if (!verified || data.address !== address || data.showtimeId !== showtimeId) return
  return { step: data.step, hash: createHash('sha256').update(signature).digest('base64url') }
}

function secretsOf({ secret }: Signer) {
  const secretFor = (purpose: string) =>
    createHmac('sha256', secret).update(purpose).digest('base64url')
  return {
    hmacSignatureSecret: secretFor('challenge'),
    hmacKeySignatureSecret: secretFor('challenge solution'),
  }
}
