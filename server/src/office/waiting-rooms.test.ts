import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeContext } from '#test/support/test-context.ts'
import { createWaitingRoomCalls } from '#test/support/waiting-rooms.ts'

const HOUR = 3_600_000

describeContext('waiting rooms of the office', (context) => {
  const office = setupTestOffice(context)
  const { join, check } = createWaitingRoomCalls(context)

  test('a manager sets when booking opens, others only look, and ending lets all choose [S-1127]', async () => {
    const { ctx, clock } = context()
    const { showtimeId } = await createShowtime(ctx, { startsIn: 6 * HOUR })
    const path = `/api/office/shows/${showtimeId}/waiting-room`
    const manager = await office().pair('manager')
    const counter = await office().pair('counter')
    const inHours = (hours: number) => new Date(clock.now() + hours * HOUR).toISOString()
    const set = async (client = manager.client, opensAt = inHours(1)) =>
      (await client.put(path, { opensAt })).statusCode

    expect((await counter.client.get(path)).json()).toEqual({ room: null })
    expect(await set(counter.client)).toBe(403)
    expect(await set(manager.client, inHours(-1))).toBe(400)
    // Booking closes before.
    expect(await set(manager.client, inHours(6))).toBe(400)
    expect((await manager.client.delete(path)).statusCode).toBe(409)
    expect(await set()).toBe(200)
    const opensAt = inHours(2)
    expect(await set(manager.client, opensAt)).toBe(200)
    await ctx.queues.refresh()
    await join(showtimeId, { visitorId: 'ann' })
    expect((await counter.client.get(path)).json()).toEqual({
      room: { opensAt, hasOpened: false, waiting: 1, turns: 0, servedPerMinute: 0 },
    })
    await clock.advance(2 * HOUR)
    await check()
    expect((await counter.client.get(path)).json()).toMatchObject({
      room: { hasOpened: true, waiting: 0, turns: 1 },
    })
    expect(await set(manager.client, inHours(0.5))).toBe(409)
    expect((await manager.client.delete(path)).json()).toEqual({ room: null })
    const actions = await ctx.db
      .selectFrom('audit')
      .select(['action', 'device_id'])
      .where('subject_id', '=', showtimeId)
      .orderBy('at')
      .execute()
    const { deviceId } = manager
    expect(actions.map(({ action, device_id }) => [action, device_id])).toEqual([
      ['waiting-room.set', deviceId],
      ['waiting-room.set', deviceId],
      ['waiting-room.shuffle', null],
      ['waiting-room.end', deviceId],
    ])
  })
})
