import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBookableSeats, postBooking, signUpAndSignIn } from './support/booking-flow.ts'
import { createHttpClient } from './support/http-client.ts'
import { createDataDir, startServer } from './support/server-process.ts'
import { connectSocketClient } from './support/socket-client.ts'

interface Value {
  stringValue?: string
  intValue?: number
}
interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Value }[]
}
interface SentTraces {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

/** A collector that receives traces over OTLP/HTTP. */
async function openCollector() {
  const spans: SentSpan[] = []
  const services = new Set<string | undefined>()
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as SentTraces
    for (const { resource, scopeSpans } of resourceSpans) {
      services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, spans, services, close: () => server.close() }
}

let collector: Awaited<ReturnType<typeof openCollector>>
const data = createDataDir()

beforeAll(async () => {
  collector = await openCollector()
})
afterAll(() => {
  collector.close()
  data.remove()
})

test('a booking and a hold are traced from the request or event to the transaction', async () => {
  const server = await startServer({
    DATA_DIR: data.dataDir,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'picture-palace',
  })
  const client = createHttpClient(server.url)
  const userId = await signUpAndSignIn(client, 'asha@example.com')
  const bookable = await findBookableSeats(client)
  const { showtimeId, seats } = bookable
  const socket = await connectSocketClient(server.url, client.cookies())
  const seatId = seats[0]?._id ?? ''
  expect(await socket.ask('holdSeat', { showtimeId, seatId })).toMatchObject({ ok: true })
  socket.close()
  expect((await postBooking(client, userId, bookable)).statusCode).toBe(200)
  // What is left is sent before the process ends.
  expect(await server.kill('SIGTERM')).toBe(0)

  const { spans, services } = collector
  expect([...services]).toEqual(['picture-palace'])
  const named = (name: string) => {
    const found = spans.filter((span) => span.name === name)
    expect(found.map((span) => span.name)).toEqual([name])
    return found[0] as SentSpan
  }
  const childrenOf = ({ spanId }: SentSpan) =>
    spans.filter(({ parentSpanId }) => parentSpanId === spanId)
  for (const [root, command] of [
    ['POST /api/bookings', 'command decideBooking'],
    ['event holdSeat', 'command hold'],
  ] as const) {
    const request = named(root)
    expect(request.parentSpanId).toBeUndefined()
    const commands = childrenOf(request)
    expect(commands.map(({ name }) => name)).toEqual([command])
    const transactions = commands.flatMap(childrenOf)
    expect(transactions.map(({ name }) => name)).toEqual(['transaction'])
    expect(transactions[0]?.traceId).toBe(request.traceId)
  }
  expect(named('POST /api/bookings').attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 200 },
  })
})
