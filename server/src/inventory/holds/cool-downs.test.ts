import { expect, test } from 'vitest'
import { codesOf } from '#test/support/hold-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import {
  expireHolds,
  releaseAbandonedHolds,
  updateLastSeen,
} from '../selections/selections.service.ts'
import { holdPlaces, releasePlaces } from './holds.service.ts'

const HOLD_MS = 600_000
const SECOND = 1000

describeDatabases('a place whose hold has ended', (context) => {
  const ctx = () => context().ctx
  const advance = (ms: number) => context().clock.advance(ms)

  /** Asha holds one seat; the other visitors ask for it. */
  async function setUp() {
    const { showtimeId, seats } = await createShowtime(ctx())
    const own = crypto.randomUUID()
    const request = (holder: string, address: string) => ({
      showtimeId,
      holder,
      address: `${address} ${own}`,
      placeIds: seats.slice(0, 1),
    })
    const visitors = {
      asha: request('asha', 'home'),
      neighbour: request('neighbour', 'home'),
      ravi: request('ravi', 'elsewhere'),
    }
    const ask = async (name: keyof typeof visitors) =>
      (await codesOf([holdPlaces(ctx(), visitors[name])]))[0]
    expect(await ask('asha')).toBe('ok')
    return { visitors, ask }
  }

  test('is held again at once by its holder if no one else asked for it', async () => {
    const { ask } = await setUp()
    expect(await ask('neighbour')).toBe('TAKEN')
    await advance(HOLD_MS)
    expect(await ask('asha')).toBe('ok')
    await advance(HOLD_MS)
    await expireHolds(ctx())

    expect(await ask('neighbour')).toBe('ok')
  })

  test('is refused to its holder and address for 30 s after another address asked for it [S-175]', async () => {
    const { ask } = await setUp()
    await advance(HOLD_MS - SECOND)
    expect(await ask('ravi')).toBe('TAKEN')
    await advance(SECOND)

    expect(await ask('asha')).toBe('TAKEN')
    await expireHolds(ctx())
    expect(await ask('asha')).toBe('TAKEN')
    expect(await ask('neighbour')).toBe('TAKEN')
    await advance(30 * SECOND)
    expect(await ask('neighbour')).toBe('ok')
  })

  test('is held at once by the other address, also before the expired hold is deleted', async () => {
    const { ask } = await setUp()
    await advance(HOLD_MS - SECOND)
    expect(await ask('ravi')).toBe('TAKEN')
    await advance(SECOND)
    expect(await ask('neighbour')).toBe('TAKEN')

    expect(await ask('ravi')).toBe('ok')
  })

  test('is refused likewise after the grace period, but never after a release', async () => {
    const { ask, visitors } = await setUp()
    await ask('ravi')
    await releasePlaces(ctx(), visitors.asha)
    expect(await ask('asha')).toBe('ok')

    await ask('ravi')
    await advance(25 * SECOND)
    await updateLastSeen(ctx(), [{ ...visitors.asha, visitorId: visitors.asha.holder }])
    await advance(55 * SECOND)
    await ask('ravi')
    await advance(6 * SECOND)
    await releaseAbandonedHolds(ctx())

    expect(await ask('asha')).toBe('TAKEN')
    expect(await ask('ravi')).toBe('ok')
  })
})
