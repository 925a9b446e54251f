import { connectSocketClient, type SocketClient } from '../../server/test/support/socket-client.ts'
import {
  type BenchmarkServer,
  type BenchmarkShowtime,
  type DatabaseKind,
  withBenchmarkServer,
} from '../benchmark-server.ts'
import { SCREENS } from '../catalogue.ts'
import { type Result, rateResult } from '../report.ts'
import { type MeasuredRate, measureRate } from '../timing.ts'
import { measureRounds, medianRate } from '../windows.ts'

const SECONDS = 3
/** So many that the limit of events per connection, 15 a second, is not reached. */
const CLIENTS = 1500
const CLIENTS_PER_ADDRESS = 10
const SHOWTIMES = 2
const CONCURRENT_CONNECTS = 50

const WITH_LIMITS = { TRUST_PROXY: 'loopback', RATE_LIMITS: 'on' }
const WITHOUT_LIMITS = { ...WITH_LIMITS, SHOW_ALLOWANCE_PERCENT: 'off' }

/** What the limits per address cost: holds of visitors who are signed out, with and without them. */
export const allowance = (database: DatabaseKind) => (): Promise<Result[]> =>
  withBenchmarkServer(
    database,
    (limited) =>
      withBenchmarkServer(database, (unlimited) => compare(database, { limited, unlimited }), {
        environment: WITHOUT_LIMITS,
      }),
    { environment: WITH_LIMITS },
  )

async function compare(
  database: DatabaseKind,
  { limited, unlimited }: Record<'limited' | 'unlimited', BenchmarkServer>,
) {
  const loads = { limited: await createLoad(limited), unlimited: await createLoad(unlimited) }
  const rates = await measureRounds({
    limited: () => loads.limited.measure(),
    unlimited: () => loads.unlimited.measure(),
  })
  for (const { close } of Object.values(loads)) close()
  const sides = [medianRate(rates.limited), medianRate(rates.unlimited)] as [
    MeasuredRate,
    MeasuredRate,
  ]
  const name = `holds, ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${CLIENTS} clients of ${CLIENTS / CLIENTS_PER_ADDRESS} addresses`
  return [rateResult(name, sides, { against: 'without limits per address', goal: {} })]
}

/** Each client keeps one seat, and holds and releases another again and again. Only these holds are measured. */
async function createLoad(server: BenchmarkServer) {
  const showtimes = (await server.showtimesOf(SCREENS.huge)).slice(0, SHOWTIMES)
  const clients = (await connectAll(server.url)).map((client, n) => {
    const address = Math.floor(n / CLIENTS_PER_ADDRESS)
    const { showtimeId, seats } = showtimes[address % SHOWTIMES] as BenchmarkShowtime
    const send = async (event: 'holdSeat' | 'releaseSeat', seat: number) => {
      const ack = await client.ask(event, { showtimeId, seatId: seats[2 * n + seat]?._id ?? '' })
      if (!ack.ok) throw new Error(`${event} was refused: ${ack.code} ${ack.message}`)
    }
    return { client, send }
  })
  await Promise.all(clients.map(({ send }) => send('holdSeat', 0)))
  return {
    measure: () =>
      measureRate(clients, SECONDS, async ({ send }, n) => {
        const isHold = n % 2 === 0
        await send(isHold ? 'holdSeat' : 'releaseSeat', 1)
        return isHold
      }),
    close: () => {
      for (const { client } of clients) client.close()
    },
  }
}

async function connectAll(url: string) {
  const clients: SocketClient[] = []
  while (clients.length < CLIENTS) {
    const connecting = Array.from({ length: CONCURRENT_CONNECTS }, (_, n) => {
      const address = Math.floor((clients.length + n) / CLIENTS_PER_ADDRESS)
      const headers = { 'x-forwarded-for': `10.0.${address >> 8}.${address & 255}` }
      return connectSocketClient(url, '', { headers, onPush: () => undefined })
    })
    clients.push(...(await Promise.all(connecting)))
  }
  return clients
}
