import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isPgBouncerInstalled, startPgBouncer } from '#test/cluster/private-pgbouncer.ts'
import {
  bookingOf,
  findBookableSeats,
  postBooking,
  signUpAndSignIn,
} from '#test/support/booking-flow.ts'
import { createHttpClient } from '#test/support/http-client.ts'
import { startExpectingExit } from '#test/support/server-process.ts'
import { setupServerProcesses } from '#test/support/server-processes.ts'
import { createPostgresDatabase } from '#test/support/test-postgres.ts'

const SERVER = process.env.TEST_DATABASE_URL ?? ''

describe.skipIf(!SERVER || !isPgBouncerInstalled())('server behind PgBouncer', () => {
  const processes = setupServerProcesses()
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>
  let pooler: Awaited<ReturnType<typeof startPgBouncer>> | undefined
  beforeEach(async () => {
    database = await createPostgresDatabase(SERVER)
  })
  afterEach(async () => {
    await pooler?.remove()
    await database.drop()
  })

  async function environment(poolMode: string) {
    pooler = await startPgBouncer(database.url, poolMode)
    return {
      DATABASE_URL: pooler.url,
      SESSION_SECRET: 'a secret that only tests use, long enough',
    }
  }

  async function expectRefused(poolMode: string) {
    const settings = await environment(poolMode)
    const { code, output } = await startExpectingExit({
      ...settings,
      DATA_DIR: processes.dataDir,
    })

    expect(code).toBe(78)
    expect(output).toContain('pool_mode = session')
  }

  test('does not start with pool_mode = transaction and says why', () =>
    expectRefused('transaction'))

  test('does not start with pool_mode = statement and says why', { tags: ['test-all'] }, () =>
    expectRefused('statement'),
  )

  test('books with pool_mode = session', async () => {
    const { url } = await processes.start(await environment('session'))
    const client = createHttpClient(url)
    const userId = await signUpAndSignIn(client, 'asha@example.com')
    const order = await findBookableSeats(client)

    const booking = bookingOf(await postBooking(client, userId, order))

    expect((await client.get('/readyz')).json()).toEqual({ ok: true })
    expect((await client.get(`/api/bookings/user/${userId}`)).json()).toEqual([booking])
  })
})
