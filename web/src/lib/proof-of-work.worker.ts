import type { Challenge } from '@marquee/contract/proof-of-work'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Longer than the server accepts the challenge. */
const TIMEOUT_MS = 10 * 60 * 1000

addEventListener('message', async ({ data: challenge }: MessageEvent<Challenge>) =>
  postMessage(await solveChallenge({ challenge, deriveKey, timeout: TIMEOUT_MS })),
)
