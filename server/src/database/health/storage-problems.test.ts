import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPostgresInstalled, startPostgres } from '#test/cluster/private-postgres.ts'
import {
  bookingOf,
  findBookableSeats,
  postBooking,
  signUpAndSignIn,
} from '#test/support/booking-flow.ts'
import { createHttpClient } from '#test/support/http-client.ts'
import { startExpectingExit } from '#test/support/server-process.ts'
import { setupServerProcesses } from '#test/support/server-processes.ts'
import { canMountDisks, mountSmallDisk } from '#test/support/small-disk.ts'
import { connectToDatabase, execute } from '#test/support/test-postgres.ts'

const SECRET = 'a secret that only tests use, long enough'
const server = setupServerProcesses()

async function setupBuyer(url: string) {
  const client = createHttpClient(url)
  const key = crypto.randomUUID()
  const userId = await signUpAndSignIn(client, `${key}@example.com`)
  const order = await findBookableSeats(client)
  const withKey = {
    post: (path: string, body: object) => client.post(path, body, { 'idempotency-key': key }),
  }
  return {
    book: () => postBooking(withKey, userId, order),
    bookings: async () => (await client.get(`/api/bookings/user/${userId}`)).json(),
    ready: async () => {
      const response = await client.get('/readyz')
      return { status: response.statusCode, ...(response.json() as object) }
    },
  }
}

/** Books during the problem and again after it. */
async function expectOutage(url: string, problem: string, [cause, end]: (() => unknown)[]) {
  const { book, bookings, ready } = await setupBuyer(url)
  // The check of the database may take longer than its limit while the machine is busy.
  await expect.poll(ready).toEqual({ status: 200, ok: true })

  await cause?.()
  const refused = await book()
  expect([refused.statusCode, refused.headers.get('retry-after')]).toEqual([503, '2'])
  await expect.poll(ready).toEqual({ status: 503, ok: false, database: problem })
  const refusedAgain = await book()
  expect(refusedAgain.statusCode).toBe(503)

  await end?.()
  await expect.poll(ready).toEqual({ status: 200, ok: true })
  const repeated = await book()
  expect(repeated.statusCode).toBe(200)
  // The first order may have been completed when the problem ended.
  expect(await bookings()).toEqual([bookingOf(repeated)])
}

test.skipIf(!canMountDisks())(
  'server returns 503 while the disk of the embedded database is full, and books afterwards',
  async () => {
    const disk = mountSmallDisk(16)
    try {
      const { url } = await server.start({ DATA_DIR: `${disk.path}/data`, RATE_LIMITS: 'off' })
      await expectOutage(url, 'disk-full', [disk.fill, disk.free])
    } finally {
      disk.remove()
    }
  },
)

describe.skipIf(!isPostgresInstalled())('server on PostgreSQL (needs its programs)', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let session: ReturnType<typeof connectToDatabase>
  beforeAll(async () => {
    postgres = await startPostgres()
    session = connectToDatabase(postgres.url)
  })
  afterAll(async () => {
    await session.destroy()
    await postgres.remove()
  })

  /** Changes a setting and waits until an open session has read it. */
  async function configure(name: string, value: string) {
    const readSetting = async () => {
      const { rows } = await sql<{ value: string }>`
        select current_setting(${name}) as value`.execute(session)
      return rows[0]?.value
    }
    await readSetting()
    await execute(postgres.url, `alter system set ${name} = '${value}'`, 'select pg_reload_conf()')
    await expect.poll(readSetting).toBe(value)
  }
  const environment = () => ({ DATABASE_URL: postgres.url, SESSION_SECRET: SECRET })

  test('returns 503 while the server is read-only, and books afterwards', async () => {
    const { url } = await server.start(environment())
    await expectOutage(url, 'read-only', [
      () => configure('default_transaction_read_only', 'on'),
      () => configure('default_transaction_read_only', 'off'),
    ])
  })

  test('does not start on a read-only server and says so', {
    tags: ['test-all'],
  }, async () => {
    await configure('default_transaction_read_only', 'on')
    const { code, output } = await startExpectingExit({
      ...environment(),
      DATA_DIR: server.dataDir,
    })
    await configure('default_transaction_read_only', 'off')

    expect(code).toBe(69)
    expect(output).toContain('accepts no writes: it is read-only')
  })

  test('returns 503 while commits wait for a lost standby, and books the same order once', {
    tags: ['test-all'],
  }, async () => {
    const { url } = await server.start(environment())
    await expectOutage(url, 'standby-away', [
      () => configure('synchronous_standby_names', 'lost'),
      () => configure('synchronous_standby_names', ''),
    ])
  })
})
