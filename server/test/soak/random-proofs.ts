import type { Challenge } from '@marquee/contract/calls/proof-of-work'
import { solve } from '#test/support/proofs.ts'
import type { SentProof, Visitor } from './simulated-visitor.ts'

/**
 * Sends a request. If the server challenges it, the visitor at random solves the challenge and asks again, gives up, or asks again with a
 * proof that was used before or is for another showtime.
 */
export async function sendWithRandomProof<Answer extends object>(
  visitor: Visitor,
  send: (sent?: SentProof) => Promise<Answer | undefined>,
) {
  const answer = await send()
  const challenge = answer && challengeOf(answer)
  const sent = challenge && (await chooseProof(visitor, challenge))
  if (sent) await send(sent)
}

/** The challenge of a refusal. */
export const challengeOf = (answer: object) =>
  'challenge' in answer ? (answer.challenge as Challenge | undefined) : undefined

async function chooseProof({ showtime, usedProofs }: Visitor, challenge: Challenge) {
  const { showtimeId } = showtime()
  const random = Math.random()
  if (random < 0.4) {
    // On a busy machine it may take longer than the library tries. The visitor then gives up.
    const proof = await solve(challenge).catch(() => undefined)
    if (!proof) return
    usedProofs.push({ showtimeId, proof })
    return { proof, isValid: true }
  }
  const isReplay = random < 0.6
  const used = usedProofs.findLast((one) => (one.showtimeId === showtimeId) === isReplay)
  return random < 0.8 && used ? { proof: used.proof, isValid: false } : undefined
}
