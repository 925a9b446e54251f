import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { describeContext } from '#test/support/test-context.ts'
import { setupTestServer } from '#test/support/test-server.ts'

const PUBLIC = 'public, max-age=0, s-maxage=1, stale-while-revalidate=2'
/** Those that differ for each response. */
const OF_ONE_RESPONSE = ['date', 'x-request-id', 'keep-alive', 'connection']

describeContext('responses that shared caches keep', (context) => {
  const server = setupTestServer(context)

  async function createPaths() {
    const { showtimeId, movieId } = await createShowtime(context().ctx)
    return {
      showtimeId,
      paths: [
        '/api/movies',
        `/api/movies/${movieId}`,
        `/api/showtimes/${showtimeId}`,
        `/api/movies/${movieId}/showtimes?date=2027-01-15`,
        '/api/showtimes?date=2027-01-15',
        `/api/public/seats/${showtimeId}`,
        `/api/public/parking/${showtimeId}`,
      ],
    }
  }

  /** A signed-in member, a visitor who holds a seat, a visitor who has been here before, and a new one. */
  async function createVisitors(showtimeId: string) {
    const { client: member } = await server().member()
    const holder = server().visitor()
    const known = server().visitor()
    for (const client of [holder, known]) await client.get('/api/auth/session')
    const socket = await server().openSocket(holder)
    const ack = await socket.ask('holdBest', { showtimeId, seats: 1 })
    expect(ack).toMatchObject({ ok: true })
    return { member, holder, known, newcomer: server().visitor() }
  }

  test('are the same bytes for every visitor, without a cookie and without the time [S-1170]', async () => {
    const { showtimeId, paths } = await createPaths()
    const visitors = Object.values(await createVisitors(showtimeId))
    for (const path of paths)
      for (const encoding of ['br', 'gzip', 'identity']) {
        const headers = { 'cdn-loop': 'test', 'accept-encoding': encoding }
        const responses = await Promise.all(visitors.map((client) => client.get(path, headers)))
        const contents = responses.map(({ statusCode, headers, text }) => ({
          statusCode,
          text,
          headers: [...headers].filter(([name]) => !OF_ONE_RESPONSE.includes(name)),
        }))

        const [first] = contents
        expect({ path, contents }).toEqual({ path, contents: visitors.map(() => first) })
        const names = new Map(first?.headers)
        expect(first?.statusCode).toBe(200)
        expect(names.get('cache-control')).toBe(PUBLIC)
        expect(names.has('set-cookie')).toBe(false)
        expect(names.has('x-server-now')).toBe(false)
        expect(names.get('vary') ?? 'accept-encoding').toBe('accept-encoding')
      }
  })

  test('a new visitor whose page begins with several reads at once gets one cookie, with the call for the session [S-1177]', async () => {
    const { showtimeId } = await createPaths()
    const fromScript = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }
    const paths = [
      '/api/auth/session',
      `/api/seats/showtime/${showtimeId}`,
      `/api/showtimes/${showtimeId}/waiting-room`,
      '/api/movies',
    ]
    const newcomer = server().visitor()
    const responses = await Promise.all(
      paths.map((path) => newcomer.call(path, { headers: { ...fromScript, cookie: '' } })),
    )

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const set = responses.map(({ headers }) => headers.getSetCookie().length)
    expect(set).toEqual([1, 0, 0, 0])
  })

  test('a new visitor gets the cookie instead where no shared cache is in between [S-1171]', async () => {
    const { paths } = await createPaths()
    const [list = '', , , , , seats = ''] = paths
    const first = await server().visitor().get(list)

    expect(first.headers.get('set-cookie')).toContain('visitor')
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(first.headers.get('x-server-now')).not.toBeNull()
    expect((await server().visitor().get(seats)).headers.get('set-cookie')).toBeNull()
  })

  test('the map of a visitor marks own holds and is kept by no cache; the public one does not mark them [S-1172]', async () => {
    const { showtimeId } = await createPaths()
    const { holder, known } = await createVisitors(showtimeId)
    const own = `/api/seats/showtime/${showtimeId}`
    const open = `/api/public/seats/${showtimeId}`

    for (const client of [holder, known]) {
      const map = await client.get(own, { 'cdn-loop': 'test' })
      expect(map.headers.get('cache-control')).toBe('no-store')
      expect(map.text.includes('heldByMe')).toBe(client === holder)
    }
    const map = await holder.get(open)
    expect(map.text).toContain('"HELD"')
    expect(map.text).not.toContain('heldByMe')
    expect(map.text).not.toContain('holdUntil')
  })

  test('errors and calls of one visitor are kept by no cache [S-1170]', async () => {
    const { userId, client } = await server().member()
    for (const path of [
      '/api/movies/none',
      '/api/public/seats/none',
      '/api/auth/session',
      `/api/bookings/user/${userId}`,
    ])
      expect((await client.get(path, { 'cdn-loop': 'test' })).headers.get('cache-control')).toBe(
        'no-store',
      )
  })
})
