import { expect, test } from 'vitest'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import * as claims from './holds.service.ts'

const MINUTE = 60_000

describeDatabases('one place at a time, as a seat or as a slot', (world) => {
  const holdAs = (kind: 'seat' | 'slot', holder: string, show: CreatedShowtime, placeId?: string) =>
    claims.holdPlaces(world().ctx, {
      ...{ showtimeId: show.showtimeId, holder, placeIds: [placeId as string] },
      seatIds: kind === 'seat' ? [placeId as string] : [],
    })
  const holdSeat = holdAs.bind(null, 'seat')
  const holdSlot = holdAs.bind(null, 'slot')

  const stored = (show: CreatedShowtime) =>
    world()
      .ctx.db.selectFrom('claims')
      .select(['place_id', 'holder', 'held_since', 'held_until', 'checkout_at', 'seen_at'])
      .where('showtime_id', '=', show.showtimeId)
      .execute()

  /** What each was answered, one after another: ok, or the code of the refusal. */
  async function codesOf(asks: (() => Promise<unknown>)[]) {
    const answers: string[] = []
    for (const ask of asks) {
      answers.push(
        await ask().then(
          () => 'ok',
          ({ code }: { code: string }) => code,
        ),
      )
    }
    return answers
  }

  test('ten seats can be had, and not one more', async () => {
    const show = await createShowtime(world().ctx)

    const answers = await codesOf(
      show.seats.slice(0, 12).map((seat) => () => holdSeat('asha', show, seat)),
    )

    expect(answers).toEqual([...Array(10).fill('ok'), 'LIMIT', 'LIMIT'])
  })

  test('four slots of a kind can be had, and not one more', async () => {
    const show = await createShowtime(world().ctx)

    const slots = [...show.fourWheelers.slice(0, 5), ...show.twoWheelers.slice(0, 5)]
    const answers = await codesOf(slots.map((slot) => () => holdSlot('asha', show, slot)))
    const unsaid = await codesOf(
      show.twoWheelers.slice(4).map(
        (slot) => () =>
          claims.holdPlaces(world().ctx, {
            ...{ showtimeId: show.showtimeId, holder: 'asha', placeIds: [slot] },
          }),
      ),
    )

    const four = Array(4).fill('ok')
    expect(answers).toEqual([...four, 'LIMIT', ...four, 'LIMIT'])
    expect(unsaid).toEqual(['LIMIT', 'LIMIT'])
  })

  test('what is offered no more is not found, except by whoever has it', async () => {
    const show = await createShowtime(world().ctx)
    const [a, b] = show.seats
    await holdSeat('asha', show, a)
    const { db } = world().ctx
    await db
      .updateTable('places')
      .set({ retired: 1 })
      .where('screen_id', '=', show.screenId)
      .execute()

    const answers = await codesOf([
      () => holdSeat('asha', show, a),
      () => holdSeat('ravi', show, a),
      () => holdSeat('asha', show, b),
    ])

    expect(answers).toEqual(['ok', 'NOT_FOUND', 'NOT_FOUND'])
  })

  test('each show closes at its own time', async () => {
    const { ctx } = world()
    const early = await createShowtime(ctx, { startsIn: 80 * MINUTE, cutoffMinutes: 90 })
    const late = await createShowtime(ctx, { startsIn: 20 * MINUTE, cutoffMinutes: 10 })

    const answers = await codesOf([
      () => holdSeat('asha', early, early.seats[0]),
      () => holdSeat('asha', late, late.seats[0]),
    ])

    expect(answers).toEqual(['CLOSED', 'ok'])
  })

  test('what is held goes by the clock of what was held before, from its first moment to the way to pay', async () => {
    const show = await createShowtime(world().ctx)
    const [a, b, c] = show.seats as [string, string, string]
    const first = await holdSeat('asha', show, a)
    await world().clock.advance(6 * MINUTE)
    const { showtimeId } = show
    await claims.beginCheckout(world().ctx, { showtimeId, holder: 'asha', placeIds: [a] })
    await world().clock.advance(MINUTE)

    const second = await holdSeat('asha', show, b)
    const again = await holdSeat('asha', show, a)
    const slot = await holdSlot('asha', show, show.twoWheelers[0])

    const rows = await stored(show)
    const [one] = rows
    for (const { held_since, held_until, checkout_at } of rows) {
      expect([held_since, checkout_at]).toEqual([first.now, one?.checkout_at])
      expect([second, again, slot].map(({ holdUntil }) => holdUntil)).toEqual(
        Array(3).fill(held_until),
      )
    }
    expect(one?.checkout_at).not.toBeNull()
    expect((await holdSeat('ravi', show, c)).holdUntil).toBeGreaterThan(Number(one?.held_until))
  })

  test('whoever reaches again for what they have is seen there again', async () => {
    const show = await createShowtime(world().ctx)
    await holdSeat('asha', show, show.seats[0])
    await world().clock.advance(MINUTE)

    const { now } = await holdSeat('asha', show, show.seats[0])

    expect(await stored(show)).toMatchObject([{ seen_at: now }])
  })

  test('whose own holds have run out starts anew, with none of them counted', async () => {
    const show = await createShowtime(world().ctx)
    const { showtimeId } = show
    for (const seat of show.seats.slice(0, 10)) await holdSeat('asha', show, seat)
    await claims.beginCheckout(world().ctx, { showtimeId, holder: 'asha', placeIds: [] })
    await world().clock.advance(11 * MINUTE)

    const { holdUntil, now } = await holdSeat('asha', show, show.seats[0])
    await holdSeat('asha', show, show.seats[20])

    expect(holdUntil).toBe(now + 10 * MINUTE)
    const live = (await stored(show)).filter(({ held_until }) => held_until === holdUntil)
    const places = live.map(({ place_id }) => place_id)
    expect(places.toSorted()).toEqual([show.seats[0], show.seats[20]].toSorted())
    for (const one of live) expect(one).toMatchObject({ held_since: now, checkout_at: null })
  })
})
