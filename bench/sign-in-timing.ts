import { createHttpClient } from '../server/test/support/http-client.ts'
import { createDataDir, startServer } from '../server/test/support/server-process.ts'

/**
 * Does the time of a refusal tell whether an address has an account? Prints the medians of both refusals and their ratio,
 * measured in turns over the network against a server of its own; fails when they differ by more than a tenth.
 */
const TRIES = 200
const MOST_APART = 0.1
const KNOWN = { email: 'asha@example.com', password: 'a train, stolen' }

const data = createDataDir()
const server = await startServer({
  DATA_DIR: data.dataDir,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
})
const client = createHttpClient(server.url)
await client.post('/api/auth/signup', { ...KNOWN, username: 'Asha' })

async function millisecondsOf(email: string) {
  const begun = performance.now()
  const { statusCode } = await client.post('/api/auth/signin', { email, password: 'not this one' })
  if (statusCode !== 401) throw new Error(`A guess was answered with ${statusCode}`)
  return performance.now() - begun
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN

const wrong: number[] = []
const unknown: number[] = []
const guesses = [
  async () => wrong.push(await millisecondsOf(KNOWN.email)),
  async (n: number) => unknown.push(await millisecondsOf(`nobody-${n}@example.com`)),
]
for (let n = 0; n < TRIES; n += 1) {
  // Each comes first as often as the other: whatever else the machine does meets both alike.
  for (const guess of n % 2 === 0 ? guesses : guesses.toReversed()) await guess(n)
}
await server.kill('SIGTERM')
data.remove()

const ratio = median(unknown) / median(wrong)
console.log(`wrong password   ${median(wrong).toFixed(2)} ms`)
console.log(`unknown address  ${median(unknown).toFixed(2)} ms`)
console.log(`ratio            ${ratio.toFixed(3)}`)
process.exitCode = Math.abs(ratio - 1) <= MOST_APART ? 0 : 1
