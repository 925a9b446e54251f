import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Seat } from '@marquee/contract/seats/seats'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  bookingOf,
  findBookableSeats,
  postBooking,
  signUpAndSignIn,
} from '#test/support/booking-flow.ts'
import { createCinemaDirectory } from '#test/support/cinema-directory.ts'
import { runCommand } from '#test/support/commands.ts'
import { createHttpClient } from '#test/support/http-client.ts'
import { setupServerProcesses } from '#test/support/server-processes.ts'
import { createEmptyPostgresDatabase, execute } from '#test/support/test-postgres.ts'
import { lockDataDir } from '../data-dir/data-dir.ts'
import { computeChecksum } from './backup-file.ts'

const SERVER = process.env.TEST_DATABASE_URL ?? ''

describe.skipIf(!SERVER)('copy-to-postgres', () => {
  const processes = setupServerProcesses()
  let target: Awaited<ReturnType<typeof createEmptyPostgresDatabase>>
  beforeEach(async () => {
    target = await createEmptyPostgresDatabase(SERVER)
  })
  afterEach(() => target.drop())

  const inDataDir = (name: string) => join(processes.dataDir, name)
  const copy = (args = ['--to', target.url], environment = {}) =>
    runCommand('copy-to-postgres', args, { DATA_DIR: processes.dataDir, ...environment })

  test('copies the embedded database, so that users stay signed in and see their bookings', async () => {
    const embedded = await processes.start()
    const client = createHttpClient(embedded.url)
    const userId = await signUpAndSignIn(client, 'asha@example.com')
    const order = await findBookableSeats(client)
    const booking = bookingOf(await postBooking(client, userId, order))
    const readAll = async () => {
      const seats = await client.get(`/api/seats/showtime/${order.showtimeId}`)
      return {
        bookings: (await client.get(`/api/bookings/user/${userId}`)).json(),
        // The clocks of the databases decide about protected places.
        sold: (seats.json() as Seat[]).map(({ seatNumber, status }) => [
          seatNumber,
          status === 'SOLD',
        ]),
      }
    }
    const before = await readAll()
    await embedded.kill('SIGTERM')
    const checksum = await computeChecksum(inDataDir('marquee.db'))

    const { code, output } = await copy()

    expect([code, output]).toEqual([0, expect.stringContaining('  bookings: 1\n')])
    expect(await computeChecksum(inDataDir('marquee.db'))).toBe(checksum)
    const secret = readFileSync(inDataDir('secret'), 'utf8')
    await processes.start({
      PORT: String(embedded.port),
      DATABASE_URL: target.url,
      SESSION_SECRET: secret,
      DATA_DIR: inDataDir('node'),
    })
    expect(await readAll()).toEqual(before)
    expect(before.bookings).toEqual([booking])
  })

  test('refuses the data directory of a running server with 73', async () => {
    await createCinemaDirectory(processes.dataDir)
    const unlock = lockDataDir(processes.dataDir)

    const { code, output } = await copy()
    unlock()

    expect([code, output]).toEqual([73, expect.stringContaining('Another process')])
  })

  test('refuses a target with tables with 73', async () => {
    await createCinemaDirectory(processes.dataDir)
    await execute(target.url, 'create table notes (text text)')

    const { code, output } = await copy()

    expect([code, output]).toEqual([73, expect.stringContaining('not empty')])
  })

  test.each<[string, string[], object, number, string]>([
    ['without a target', [], {}, 64, 'marquee copy-to-postgres --to postgres://'],
    [
      'to another database system',
      ['--to', 'mysql://localhost'],
      {},
      64,
      'marquee copy-to-postgres',
    ],
    [
      'with DATABASE_URL',
      ['--to', 'postgres://localhost/marquee'],
      { DATABASE_URL: 'postgres://localhost/marquee', SESSION_SECRET: 'x'.repeat(32) },
      78,
      'DATABASE_URL',
    ],
  ])('is refused %s', async (_, args, environment, exitCode, reason) => {
    const { code, output } = await copy(args, environment)

    expect([code, output]).toEqual([exitCode, expect.stringContaining(reason)])
  })

  test('is refused with 74 without an embedded database', async () => {
    expect(await copy()).toMatchObject({ code: 74 })
  })
})
