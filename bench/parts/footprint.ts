import { setTimeout as delay } from 'node:timers/promises'
import { createDataDir, startServer } from '../../server/test/support/server-process.ts'
import type { SocketClient } from '../../server/test/support/socket-client.ts'
import { type DatabaseKind, NODE_ENVIRONMENT, withBenchmarkServer } from '../benchmark-server.ts'
import { SCREENS, writeCatalogue } from '../catalogue.ts'
import type { Result } from '../report.ts'
import { connectClients } from '../socket-clients.ts'
import { timeOf } from '../timing.ts'

const SOME = 1000
const MANY = 5000
/** V8 collects garbage after eight idle seconds. */
const SETTLE_MS = 20_000

/** Memory of the server and its start time. */
export const footprint = async (): Promise<Result[]> => [
  ...(await measureMemory('sqlite', 'embedded')),
  ...(await measureMemory('postgres', 'PostgreSQL')),
  ...(await measureStarts()),
]

/** The first thousand connections include memory that the server allocates once. The next four thousand show the cost of each. */
const measureMemory = (database: DatabaseKind, label: string): Promise<Result[]> =>
  withBenchmarkServer(database, async (server) => {
    const [{ showtimeId }] = await server.showtimesOf(SCREENS.medium)
    const clients: SocketClient[] = []
    const memoryWith = async (count: number) => {
      const added = await connectClients(server.url, count - clients.length)
      for (const client of added) await client.ask('joinShowtime', showtimeId)
      clients.push(...added)
      const connecting = server.memoryMb()
      await delay(SETTLE_MS)
      return { connecting, settled: server.memoryMb() }
    }
    await delay(SETTLE_MS)
    const idle = server.memoryMb()
    const [some, many] = [await memoryWith(SOME), await memoryWith(MANY)]
    for (const client of clients) client.close()
    const perConnection = ((many.settled - some.settled) * 1024) / (MANY - SOME)
    const result = (name: string, value: number, goal: Result['goal']): Result => ({
      name: `${name}, ${label}`,
      value,
      goal,
    })
    return [
      result('memory of an idle server', idle, { atMost: 120, unit: ' MB' }),
      result(`memory with ${SOME} connections`, some.settled, { unit: ' MB' }),
      result(`memory with ${MANY} connections`, many.settled, { unit: ' MB' }),
      result(`memory as connection ${MANY} opens`, many.connecting, { unit: ' MB' }),
      result(`memory of each connection after ${SOME}`, perConnection, { atMost: 20, unit: ' kB' }),
    ]
  })

/** The first start creates the tables and reads the catalogue. */
async function measureStarts(): Promise<Result[]> {
  const { dataDir, remove } = createDataDir()
  const environment = {
    ...NODE_ENVIRONMENT,
    DATA_DIR: dataDir,
    CATALOGUE: writeCatalogue(dataDir),
    LOG_LEVEL: 'error',
  }
  const [first, second] = [await startSeconds(environment), await startSeconds(environment)]
  remove()
  return [
    { name: 'first start to first answer', value: first, goal: { unit: ' s' } },
    { name: 'second start to first answer', value: second, goal: { atMost: 1, unit: ' s' } },
  ]
}

async function startSeconds(environment: Record<string, string>) {
  let stop: () => Promise<unknown> = async () => undefined
  const milliseconds = await timeOf(async () => {
    const server = await startServer(environment)
    stop = () => server.kill('SIGTERM')
    await (await fetch(`${server.url}/api/movies`)).text()
  })
  await stop()
  return milliseconds / 1000
}
