import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyPass } from '@marquee/contract/tickets/verify-pass'
import { expect, test, vi } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupDataDir } from '#test/support/server-processes.ts'
import { describeContext } from '#test/support/test-context.ts'
import { readConfig } from '../config/config.ts'
import { loadPassKeys } from './pass-keys.ts'

const PASS = {
  reference: 'MQ-7KX2M9QRT4',
  showtimeId: '0b1e6c3a-9f54-4c7e-8a51-2f6d9c0e7b13',
  number: 0,
  issue: 1,
}
const OLD_SECRET = 'the secret before the rotation, long enough'
const NEW_SECRET = 'the secret after the rotation, long enough'
const dataDir = setupDataDir()
const keyPath = () => join(dataDir(), 'ticket-key')

describeContext('loadPassKeys', (context) => {
  const load = (environment: Record<string, string> = {}) =>
    loadPassKeys(readConfig({ DATA_DIR: dataDir(), ...environment }), context().ctx)
  const loadShared = (secret: string, environment: Record<string, string> = {}) =>
    load({ DATABASE_URL: 'postgres://db/marquee', SESSION_SECRET: secret, ...environment })

  test('creates one key file with mode 0600, also when called concurrently, and keeps it [S-224]', async () => {
    const loaded = await Promise.all(Array.from({ length: 8 }, () => load()))
    const later = await load()

    expect(await readdir(dataDir())).toEqual(['ticket-key'])
    expect((await stat(keyPath())).mode & 0o777).toBe(0o600)
    expect(new Set([...loaded, later].map((keys) => keys.publicKeys[0]?.publicKey)).size).toBe(1)
    expect(await verifyPass(loaded[0]?.signPass(PASS) ?? '', later.publicKeys)).toMatchObject({
      genuine: true,
      pass: PASS,
    })
  })

  test.each(['', 'half', `${'A'.repeat(43)}=`])(
    'refuses the damaged key file %j with 74 and keeps it',
    async (content) => {
      await writeFile(keyPath(), content)

      await expect(load()).rejects.toMatchObject({ exitCode: 74 })
      expect(await readFile(keyPath(), 'utf8')).toBe(content)
    },
  )

  test('creates a new key beside upcoming bookings and says that earlier passes are not valid', async () => {
    const { book, createOrder } = createBookingCalls(context)
    const showtime = await createShowtime(context().ctx)
    await book(await createOrder(showtime, showtime.seats.slice(0, 1)))
    const earlier = await load()
    const warned = vi.spyOn(context().ctx.log, 'warn')
    await rm(keyPath())

    const keys = await load()
    await load()

    expect(await verifyPass(earlier.signPass(PASS), keys.publicKeys)).toMatchObject({
      genuine: false,
    })
    expect(warned.mock.calls).toEqual([
      [
        { path: keyPath(), bookings: expect.any(Number) },
        'ticket key created: passes of an earlier key are not valid',
      ],
    ])
    warned.mockRestore()
  })

  test('derives the same key on all nodes from SESSION_SECRET, and writes no file', async () => {
    const [one, other] = [await loadShared(NEW_SECRET), await loadShared(NEW_SECRET)]

    expect(one.publicKeys).toEqual(other.publicKeys)
    expect(one.publicKeys).toHaveLength(1)
    expect(await readdir(dataDir())).toEqual([])
  })

  test('accepts passes of SESSION_SECRET_PREVIOUS and of a key file, and signs with SESSION_SECRET', async () => {
    const beforeMove = (await load()).signPass(PASS)
    const beforeRotation = (await loadShared(OLD_SECRET)).signPass(PASS)

    const keys = await loadShared(NEW_SECRET, { SESSION_SECRET_PREVIOUS: OLD_SECRET })
    await rm(keyPath())
    const current = await loadShared(NEW_SECRET)

    for (const token of [beforeMove, beforeRotation, keys.signPass(PASS)])
      expect(await verifyPass(token, keys.publicKeys)).toMatchObject({ genuine: true })
    expect(await verifyPass(keys.signPass(PASS), current.publicKeys)).toMatchObject({
      genuine: true,
    })
    expect(await verifyPass(beforeRotation, current.publicKeys)).toEqual({
      genuine: false,
      reason: 'UNKNOWN_KEY',
    })
  })
})
