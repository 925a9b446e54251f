import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@marquee/contract/calls/endpoint'
import { Validator } from '@seriousme/openapi-schema-validator'
import { parseSetCookie } from 'cookie'
import { type Document, OpenAPIClientAxios } from 'openapi-client-axios'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { openTestOffice } from '#test/support/office.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { describeContext, type TestContext } from '#test/support/test-context.ts'
import { setupTestServer } from '#test/support/test-server.ts'
import type { App } from '../http/route.ts'
import type { ApiCall, ApiDescription } from './api-description.ts'
import { OFFICE_API } from './office-api.ts'
import { SITE_API } from './site-api.ts'

/** The calls of the specification §7. */
const SPECIFICATION = [
  'GET /api/movies',
  'GET /api/movies/{movieId}',
  'GET /api/showtimes/{showtimeId}',
  'GET /api/seats/showtime/{showtimeId}',
  'GET /api/parking/showtime/{showtimeId}',
  'POST /api/bookings',
  'POST /api/auth/signin',
  'POST /api/auth/signup',
  'POST /api/auth/google',
  'GET /api/auth/signout',
  'POST /api/user/update/{userId}',
  'DELETE /api/user/delete/{userId}',
  'GET /api/bookings/user/{userId}',
  'POST /api/auth/refresh-token',
  'POST /api/faq/ask',
  'POST /api/contact/submit',
]

interface Operation {
  operationId: string
  summary: string
  responses: Record<string, { content: object }>
}
interface OpenapiDocument {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}

const callsOf = (api: ApiDescription) =>
  Object.values(api.calls).flatMap((calls) => Object.entries<ApiCall>(calls))

const operationsOf = ({ paths }: OpenapiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  )

/** `GET /api/movies/:movieId` for each call that the contract declares. */
async function declaredCalls() {
  const directory = join(import.meta.dirname, '../../../contract/src')
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /(?<!\.test)\.ts$/.test(name))
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(directory, file)).href)),
  )
  return modules.flatMap((module) => Object.values<unknown>(module).filter(isEndpoint)).map(nameOf)
}
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'response' in value
const nameOf = ({ method, path }: ApiCall['call']) => `${method} ${path}`

async function openSite({ ctx }: TestContext) {
  // Some calls exist only with an identity provider.
  const identityProvider = {} as NonNullable<typeof ctx.identityProvider>
  return (await createTestApp({ ...ctx, identityProvider })).app
}
const openOffice = async ({ ctx }: TestContext) => (await openTestOffice(ctx)).app

describeContext('OpenAPI documents', (context) => {
  describe.each([
    ['the site', '/api', SITE_API, openSite],
    ['the office', '/api/office', OFFICE_API, openOffice],
  ] as const)('of %s', (_, prefix, api, open) => {
    let app: Pick<App, 'inject' | 'hasRoute' | 'close'>
    let document: OpenapiDocument

    beforeAll(async () => {
      app = await open(context())
      document = (await app.inject(`${prefix}/openapi.json`)).json()
    })
    afterAll(() => app.close())

    test('the document is valid OpenAPI 3.1', async () => {
      expect(document.openapi).toBe('3.1.0')
      expect(await new Validator().validate(document as never)).toEqual({ valid: true })
    })

    test('the document has each call of the server once, with a summary and the same error', () => {
      const operations = operationsOf(document)
      const calls = callsOf(api)

      expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
        calls.map(([name]) => name).toSorted(),
      )
      for (const [, { call }] of calls)
        expect(app.hasRoute({ method: call.method, url: call.path }), nameOf(call)).toBe(true)
      for (const { summary, responses } of operations) {
        expect(summary).toMatch(/^[A-Z].*[^.]$/)
        expect(responses.default?.content).toEqual({
          'application/json': { schema: { $ref: '#/components/schemas/Error' } },
        })
      }
    })

    test('the document names the cookie of exactly those calls that are refused without it', async () => {
      const refused: string[] = []
      for (const [name, { call, upload }] of callsOf(api)) {
        const response = await app.inject({
          method: call.method,
          url: call.path.replaceAll(/:\w+/g, 'x'),
          headers: { 'content-type': upload?.[0] ?? 'application/json' },
          ...(['POST', 'PUT', 'PATCH'].includes(call.method) && { payload: { userId: 'x' } }),
        })
        if (response.statusCode === 401) refused.push(name)
      }

      const needing = callsOf(api).flatMap(([name, { needs }]) => (needs ? name : []))
      expect(refused.toSorted()).toEqual(needing.toSorted())
    })
  })

  test('the documents have all calls of the contract', async () => {
    const described = [...callsOf(SITE_API), ...callsOf(OFFICE_API)].map(([, { call }]) =>
      nameOf(call),
    )
    const declared = await declaredCalls()

    expect(declared.length).toBeGreaterThan(80)
    expect(described).toEqual(expect.arrayContaining(declared))
  })

  test('the document of the site has all calls of the specification', async () => {
    const { app } = await createTestApp(context().ctx)
    const document: OpenapiDocument = (await app.inject('/api/openapi.json')).json()

    expect(operationsOf(document).map(({ name }) => name)).toEqual(
      expect.arrayContaining(SPECIFICATION),
    )
  })
})

describeContext('a client made from the OpenAPI document', (context) => {
  const server = setupTestServer(context)

  test('signs up and in, lists movies and seats, books held seats, and lists the booking', async () => {
    const { showtimeId, movieId, seats } = await createShowtime(context().ctx)
    const { url, visitor, openSocket } = server()
    const client = visitor()
    const definition = (await client.get('/api/openapi.json')).json() as Document
    const api = await new OpenAPIClientAxios({
      definition,
      axiosConfigDefaults: { baseURL: url },
    }).init()
    api.interceptors.request.use((config) => {
      config.headers.set('cookie', client.cookies())
      return config
    })
    api.interceptors.response.use((response) => {
      for (const line of response.headers['set-cookie'] ?? []) {
        const { name, value = '' } = parseSetCookie(line)
        client.jar.set(name, value)
      }
      return response
    })
    const call = async (name: string, parameters: object = {}, body?: object) => {
      const operation = api[name]
      if (!operation) throw new Error(`No operation ${name}`)
      return (await operation(parameters as never, body)).data
    }
    const account = { email: 'asha@example.com', password: 'a train, stolen' }

    expect(await call('signUp', {}, { ...account, username: 'Asha' })).toMatchObject({
      success: true,
    })
    const { user } = await call('signIn', {}, account)
    expect(await call('listMovies')).toContainEqual(expect.objectContaining({ _id: movieId }))
    const [seat] = seats as [string]
    const socket = await openSocket(client)
    expect(await socket.ask('holdSeat', { showtimeId, seatId: seat })).toMatchObject({ ok: true })
    const held = expect.objectContaining({ _id: seat, status: 'HELD', heldByMe: true })
    expect(await call('listSeats', { showtimeId })).toContainEqual(held)

    const order = {
      movieId,
      showtimeId,
      userId: user._id,
      seatIds: [seat],
      parkingSlotIds: [],
      totalCost: 150,
      phone: '9876543210',
    }
    const key = { 'idempotency-key': 'a key of the client' }
    const { booking } = await call('createBooking', key, order)
    expect(await call('createBooking', key, order)).toEqual({ success: true, booking })
    expect(await call('listBookings', { userId: user._id })).toEqual([booking])
    await expect(call('getMovie', { movieId: 'unknown' })).rejects.toMatchObject({
      response: { status: 404, data: { success: false, code: 'NOT_FOUND' } },
    })
  })
})
