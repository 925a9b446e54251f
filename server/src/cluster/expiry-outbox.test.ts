import type { Push } from '@marquee/contract/socket'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { describeDatabases } from '#test/support/test-context.ts'
import type { Context } from '../context.ts'
import { clock } from '../database/dialect.ts'
import { createNotices } from './expiry-outbox.service.ts'

const SECOND = 1000

describeDatabases('notices', (world) => {
  beforeEach(async () => {
    await sql`delete from notices`.execute(world().ctx.db)
  })

  /** A node that only leaves and reads notices, and what it has told whom. */
  function aNode(ctx: Context = world().ctx) {
    const told: { holder: string; push: Push<'holdExpired'>; saidAt: number }[] = []
    const left = Promise.withResolvers<void>()
    const notices = createNotices(ctx, crypto.randomUUID(), {
      tell: (holder, push, saidAt) => told.push({ holder, push, saidAt }),
      hint: () => left.resolve(),
    })
    const leave = async (holder: string, ...pushes: Push<'holdExpired'>[]) => {
      for (const push of pushes) notices.leave(holder, push)
      await left.promise
    }
    return { ...notices, leave, told }
  }
  const aPush = (type: Push<'holdExpired'>['type'] = 'seat') => ({
    type,
    itemId: crypto.randomUUID(),
    showtimeId: crypto.randomUUID(),
  })
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from notices`.execute(
      world().ctx.db,
    )
    return Number(rows[0]?.n)
  }

  test('what one node leaves all others tell, once, and not that node itself', async () => {
    const [here, there, third] = [aNode(), aNode(), aNode()]
    for (const node of [here, there, third]) await node.look()
    const pushes = [aPush(), aPush('twoWheeler'), aPush('fourWheeler')]

    await here.leave('asha', ...pushes)
    for (const node of [here, there, third, here, there, third]) await node.look()

    for (const { told } of [there, third]) {
      expect(told.map(({ holder }) => holder)).toEqual(['asha', 'asha', 'asha'])
      expect(told.map(({ push }) => push)).toEqual(expect.arrayContaining(pushes))
    }
    expect(here.told).toEqual([])
  })

  test('a hint goes out only when the notice can be read', async () => {
    const [here, there] = [aNode(), aNode()]
    await there.look()

    await here.leave('asha', aPush())
    await there.look()

    expect(there.told).toHaveLength(1)
  })

  test('whoever reads it is told on their own clock when it was said', async () => {
    const behind = 7 * SECOND
    const ctx = { ...world().ctx, now: () => world().ctx.now() - behind }
    const [here, there] = [aNode(), aNode(ctx)]
    await there.look()

    const before = ctx.now()
    await here.leave('asha', aPush())
    await there.look()

    // The database rounds to the millisecond.
    expect(there.told[0]?.saidAt).toBeGreaterThanOrEqual(before - 1)
    expect(there.told[0]?.saidAt).toBeLessThanOrEqual(ctx.now())
  })

  test('one that was long on its way is told all the same, once', async () => {
    const node = aNode()
    await node.look()
    const { type, ...ids } = aPush()
    await sql`
      insert into notices (id, node, said_at, holder, kind, place_id, showtime_id)
      values ('late', 'another', ${clock} - ${sql.lit(5 * SECOND)}, 'asha', ${type}, ${ids.itemId}, ${ids.showtimeId})
    `.execute(world().ctx.db)

    for (let looks = 0; looks < 3; looks++) await node.look()

    expect(node.told.map(({ push }) => push)).toEqual([{ type, ...ids }])
  })

  test('they are kept for a minute', async () => {
    const node = aNode()
    await node.leave('asha', aPush())
    await world().clock.advance(50 * SECOND)
    await node.forget()
    expect(await count()).toBe(1)

    await world().clock.advance(11 * SECOND)
    await node.forget()
    expect(await count()).toBe(0)
  })
})
