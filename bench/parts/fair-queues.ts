import { setTimeout as delay } from 'node:timers/promises'
import { bookingOf, postBooking, signUpAndSignIn } from '../../server/test/support/booking-flow.ts'
import { createHttpClient, type HttpClient } from '../../server/test/support/http-client.ts'
import { startMailServer } from '../../server/test/support/mail-server.ts'
import { type BenchmarkServer, withBenchmarkServer } from '../benchmark-server.ts'
import { SCREENS } from '../catalogue.ts'
import type { Result } from '../report.ts'
import { quantile, timeOf } from '../timing.ts'

const ACCOUNTS = 30
const BOOKINGS_PER_ACCOUNT = 5
const PROBE_INTERVAL_MS = 10
const POLL_MS = 20
const MAIL_TIMEOUT_MS = 60_000

/** What one visitor notices while 30 accounts ask for PDFs and cause mails. */
export async function fairQueues(): Promise<Result[]> {
  const mailServer = await startMailServer()
  try {
    return await withBenchmarkServer(
      'sqlite',
      async (server) => {
        const accounts = await createAccounts(server)
        return [
          await measureLivenessDuringPdfs(server, accounts),
          await measureMailDuringMails(server, { accounts, mailServer }),
        ]
      },
      { environment: { SMTP_URL: mailServer.url() } },
    )
  } finally {
    await mailServer.close()
  }
}

interface Account {
  client: HttpClient
  references: string[]
}

async function createAccounts(server: BenchmarkServer) {
  const accounts: Account[] = []
  for (let n = 0; n < ACCOUNTS; n += 1)
    accounts.push(await createAccount(server, { name: `account-${n}`, first: n }))
  return accounts
}

/** An account with bookings of one seat each. `first`: the number of the seat at its first show. */
async function createAccount(
  server: BenchmarkServer,
  {
    name,
    first,
    bookings = BOOKINGS_PER_ACCOUNT,
  }: { name: string; first: number; bookings?: number },
): Promise<Account> {
  const client = createHttpClient(server.url)
  const userId = await signUpAndSignIn(client, `${name}@example.com`)
  const shows = await server.showtimesOf(SCREENS.large)
  const references: string[] = []
  for (const show of shows.slice(0, bookings)) {
    const seats = show.seats.slice(first, first + 1)
    const response = await postBooking(client, userId, { ...show, seats })
    references.push(bookingOf(response).bookingReference)
  }
  return { client, references }
}

async function measureLivenessDuringPdfs(
  { url }: BenchmarkServer,
  accounts: readonly Account[],
): Promise<Result> {
  const probe = createHttpClient(url)
  const times: number[] = []
  let isOver = false
  const probing = (async () => {
    while (!isOver) {
      times.push(await timeOf(() => probe.get('/livez')))
      await delay(PROBE_INTERVAL_MS)
    }
  })()
  await Promise.all(
    accounts.map(({ client, references }) =>
      Promise.all(
        references.map((reference) => client.get(`/api/bookings/${reference}/ticket.pdf`)),
      ),
    ),
  )
  isOver = true
  await probing
  return {
    name: `/livez while ${ACCOUNTS} accounts ask for ${ACCOUNTS * BOOKINGS_PER_ACCOUNT} PDFs, p99`,
    value: quantile(times, 0.99),
    goal: { atMost: 150, unit: ' ms' },
  }
}

interface MailLoad {
  accounts: readonly Account[]
  mailServer: Awaited<ReturnType<typeof startMailServer>>
}

/** The mails of the accounts wait when another account books. */
async function measureMailDuringMails(
  server: BenchmarkServer,
  { accounts, mailServer }: MailLoad,
): Promise<Result> {
  const email = 'honest@example.com'
  const waiting = accounts.length * BOOKINGS_PER_ACCOUNT - mailServer.received.length
  await createAccount(server, { name: 'honest', first: accounts.length, bookings: 1 })
  const bookedAt = performance.now()
  const isConfirmed = () =>
    mailServer.received.some(
      ({ recipients, text }) => recipients.includes(email) && text.includes('.pdf'),
    )
  while (!isConfirmed() && performance.now() - bookedAt < MAIL_TIMEOUT_MS) await delay(POLL_MS)
  return {
    name: 'a confirmation behind the mails of 30 accounts',
    measured: `${waiting} mails were waiting`,
    value: (performance.now() - bookedAt) / 1000,
    goal: { atMost: 3, unit: ' s' },
    loadTooLow: waiting < accounts.length,
  }
}
