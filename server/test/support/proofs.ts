import type { Challenge, Proof } from '@marquee/contract/calls/proof-of-work'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** Solves a challenge, as the page does in a worker. */
export async function solve(challenge: Challenge | undefined): Promise<Proof> {
  if (!challenge) throw new Error('There is no challenge')
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge has no solution')
  return { challenge, solution }
}
