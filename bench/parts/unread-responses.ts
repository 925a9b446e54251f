import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type BenchmarkServer, withBenchmarkServer } from '../benchmark-server.ts'
import { type Result, short } from '../report.ts'

/** The server closes a connection on which more than 11 requests wait for their response. */
const ATTACKS = [
  { connections: 8, requests: 150 },
  { connections: 200, requests: 11 },
]
const SAMPLES = 50
const SAMPLE_INTERVAL_MS = 100
const FIRST_VISITS = 200

/** Memory of the server while clients request the main script and read no response, and its time for first visits. */
export const unreadResponses = (): Promise<Result[]> =>
  withBenchmarkServer('sqlite', async (server) => {
    const files = await listFirstFiles(server.url)
    const cpuBefore = server.cpuSeconds()
    for (let n = 0; n < FIRST_VISITS; n += 1)
      await Promise.all(files.map((file) => load(server, file)))
    const cpuSeconds = server.cpuSeconds() - cpuBefore

    const [script = ''] = files.filter((file) => file.endsWith('.js'))
    const results: Result[] = []
    for (const attack of ATTACKS) results.push(await measureAttack(server, script, attack))
    const name = `processor time of ${FIRST_VISITS} first visits`
    return [...results, { name, value: cpuSeconds, goal: { unit: ' s' } }]
  })

type Attack = (typeof ATTACKS)[number]

async function measureAttack(server: BenchmarkServer, script: string, attack: Attack) {
  const { connections, requests } = attack
  const before = server.memoryMb()
  const highest = await highestMemoryWhile(server, () =>
    requestWithoutReading(`${server.url}${script}`, attack),
  )
  return {
    name: `memory for ${connections} connections with ${requests} pipelined requests each that read nothing`,
    measured: `${short(before)} → ${short(highest)} MB`,
    value: highest - before,
    goal: { atMost: 150, unit: ' MB' },
  }
}

/** The page, and the scripts and styles that it loads. */
async function listFirstFiles(url: string) {
  const page = await (await fetch(url)).text()
  return [
    '/',
    ...[...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].flatMap(
      ([, file]) => file ?? [],
    ),
  ]
}

const load = async ({ url }: BenchmarkServer, file: string) =>
  (
    await fetch(`${url}${file}`, { headers: { 'accept-encoding': 'gzip, deflate, br' } })
  ).arrayBuffer()

async function highestMemoryWhile(server: BenchmarkServer, open: () => Promise<Socket[]>) {
  const sockets = await open()
  let highest = 0
  for (let n = 0; n < SAMPLES; n += 1) {
    await delay(SAMPLE_INTERVAL_MS)
    highest = Math.max(highest, server.memoryMb())
  }
  for (const socket of sockets) socket.destroy()
  return highest
}

async function requestWithoutReading(url: string, { connections, requests }: Attack) {
  const { hostname, port, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip, deflate, br\r\n\r\n`
  return Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.pause()
      socket.write(request.repeat(requests))
      return socket
    }),
  )
}
