import type { Challenge, Proof } from '@marquee/contract/calls/proof-of-work'
import { notify } from '@marquee/ui-kit/ui/notify.ts'

/** Other visitors of the same network may hold places in the meantime, which makes the proof too small. */
const MAX_CHALLENGES = 3
const NOTIFY_AFTER_MS = 2_000
const PLEASE_WAIT = 'Many people are booking from your network. This takes a few seconds longer.'

/** Sends a request. If the server answers with a challenge, solves it and sends the request again with the proof. */
export async function withProof<Answer>(
  send: (proof?: Proof) => Promise<Answer>,
  challengeOf: (answer: Answer) => Challenge | undefined,
): Promise<Answer> {
  let answer = await send()
  for (let count = 0; count < MAX_CHALLENGES; count += 1) {
    const challenge = challengeOf(answer)
    const proof = challenge && (await solve(challenge))
    if (!proof) return answer
    answer = await send(proof)
  }
  return answer
}

async function solve(challenge: Challenge) {
  const { solveChallenge } = await import('./solve-challenge.ts')
  const timer = setTimeout(() => notify(PLEASE_WAIT, { kind: 'challenge' }), NOTIFY_AFTER_MS)
  try {
    return await solveChallenge(challenge)
  } finally {
    clearTimeout(timer)
  }
}
