import type { Challenge } from '@marquee/contract/calls/proof-of-work'
import { MINUTE_MS } from '@marquee/contract/time'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Longer than the server accepts the challenge. */
const TIMEOUT_MS = 10 * MINUTE_MS

addEventListener('message', async ({ data: challenge }: MessageEvent<Challenge>) =>
  postMessage(await solveChallenge({ challenge, deriveKey, timeout: TIMEOUT_MS })),
)
