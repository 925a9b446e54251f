import { createHttpClient } from '../server/test/support/http-client.ts'
import { createDataDir, startServer } from '../server/test/support/server-process.ts'
import { median, timeOf } from './timing.ts'

// Compares how long a refused sign-in takes for a known and for an unknown email. Fails if the medians differ by more than 10 %.
const ATTEMPTS = 200
const MAX_DIFFERENCE = 0.1
const KNOWN = { email: 'asha@example.com', password: 'a train, stolen' }

const data = createDataDir()
const server = await startServer({ DATA_DIR: data.dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'error' })
const client = createHttpClient(server.url)
await client.post('/api/auth/signup', { ...KNOWN, username: 'Asha' })

const signInTime = (email: string) =>
  timeOf(async () => {
    const { statusCode } = await client.post('/api/auth/signin', { email, password: 'wrong' })
    if (statusCode !== 401) throw new Error(`Sign-in was answered with ${statusCode}`)
  })

const wrongPassword: number[] = []
const unknownEmail: number[] = []
const attempts = [
  async () => wrongPassword.push(await signInTime(KNOWN.email)),
  async (n: number) => unknownEmail.push(await signInTime(`unknown-${n}@example.com`)),
]
for (let n = 0; n < ATTEMPTS; n += 1) {
  // Alternating order: other load on the machine affects both alike.
  for (const attempt of n % 2 === 0 ? attempts : attempts.toReversed()) await attempt(n)
}
await server.kill('SIGTERM')
data.remove()

const ratio = median(unknownEmail) / median(wrongPassword)
console.log(`wrong password  ${median(wrongPassword).toFixed(2)} ms`)
console.log(`unknown email   ${median(unknownEmail).toFixed(2)} ms`)
console.log(`ratio           ${ratio.toFixed(3)}`)
process.exitCode = Math.abs(ratio - 1) <= MAX_DIFFERENCE ? 0 : 1
