import { OFFER_ENDED } from '@marquee/contract/bookings/waiting-list'
import { expect, test } from 'vitest'
import { codesOf, createHoldCalls } from '#test/support/hold-calls.ts'
import { changeShowtimes } from '#test/support/lock-showtimes.ts'
import {
  type CreatedShowtime,
  confirmUser,
  createShowtime,
  createUser,
} from '#test/support/makers.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import {
  describeDatabases,
  describePostgres,
  type TestContext,
} from '#test/support/test-context.ts'
import * as holds from '../inventory/holds/holds.service.ts'
import { updateLastSeen } from '../inventory/selections/selections.service.ts'
import {
  findJoinedSelections,
  joinSelection,
  shareSelection,
} from '../inventory/selections/shared-selections.service.ts'
import { offerSeatsAt } from './offers.service.ts'
import { joinWaitingList, openOffer } from './waitlist.service.ts'

const MINUTE = 60_000

function createSteps(context: () => TestContext) {
  const ctx = () => context().ctx
  const calls = createHoldCalls(context)

  /** Asha has an offer of two seats. */
  async function createOffer() {
    const show = await createShowtime(ctx())
    const { showtimeId } = show
    const userId = await createUser(ctx())
    await confirmUser(ctx(), userId)
    const entry = await joinWaitingList(ctx(), userId, { showtimeId, seats: 2, together: true })
    expect(await offerSeatsAt(ctx(), showtimeId)).toMatchObject({ count: 1 })
    const open = (visitorId: string) => openOffer(ctx(), { userId, entryId: entry._id, visitorId })
    const holdAsAsha = (holder: string, ...placeIds: string[]) =>
      holds.holdPlaces(ctx(), { showtimeId, holder, placeIds, userId })
    return { show, userId, open, holdAsAsha }
  }
  const heldBy = async (holder: string, show: CreatedShowtime) =>
    Object.entries(await calls.holders(show)).flatMap(([id, one]) => (one === holder ? id : []))
  return { ...calls, createOffer, heldBy }
}

describeDatabases('an opened offer', (context) => {
  const ctx = () => context().ctx
  const { createOffer, heldBy, release, extend, checkout, releaseAbandoned } = createSteps(context)

  test('stays when its browser is closed, and opens in another one until the deadline [S-489]', async () => {
    const { show, open } = await createOffer()
    const { showtimeId } = show
    const opened = await open('laptop')
    await updateLastSeen(ctx(), [{ showtimeId, visitorId: 'laptop' }])
    await extend('laptop', show)

    await context().clock.advance(10 * MINUTE)
    await releaseAbandoned()

    expect((await open('phone')).seatIds).toEqual(opened.seatIds)
    expect((await heldBy('phone', show)).toSorted()).toEqual(opened.seatIds.toSorted())
  })

  test.each(['hold', 'checkout'] as const)(
    'stays when its browser asks for a %s of a seat again and is closed [S-489]',
    async (call) => {
      const { show, open, holdAsAsha } = await createOffer()
      const { seatIds } = await open('laptop')
      if (call === 'hold') await holdAsAsha('laptop', ...seatIds.slice(0, 1))
      else await checkout('laptop', show, ...seatIds)

      await context().clock.advance(10 * MINUTE)
      await releaseAbandoned()

      expect((await heldBy('laptop', show)).toSorted()).toEqual(seatIds.toSorted())
    },
  )

  test('does not open after the deadline, and a later selection stays in its browser [S-489]', async () => {
    const { show, open, holdAsAsha } = await createOffer()
    const { seatIds } = await open('laptop')
    await context().clock.advance(16 * MINUTE)
    const later = show.seats.filter((id) => !seatIds.includes(id)).slice(-2)
    await holdAsAsha('laptop', ...later)

    await expect(open('phone')).rejects.toThrow(OFFER_ENDED)
    await expect(open('laptop')).rejects.toThrow(OFFER_ENDED)

    expect((await heldBy('laptop', show)).toSorted()).toEqual(later.toSorted())
  })

  test('does not take a selection that was begun after the seats of the offer were released [S-489]', async () => {
    const { show, open, holdAsAsha } = await createOffer()
    const { seatIds } = await open('laptop')
    await context().clock.advance(MINUTE)
    await release('laptop', show, ...seatIds)
    const later = show.seats.filter((id) => !seatIds.includes(id)).slice(-2)
    await holdAsAsha('laptop', ...later)

    await expect(open('phone')).rejects.toThrow(OFFER_ENDED)

    expect((await heldBy('laptop', show)).toSorted()).toEqual(later.toSorted())
  })

  test('is not moved while a friend has chosen a seat in its selection [S-489]', async () => {
    const { show, open } = await createOffer()
    const { showtimeId } = show
    const { seatIds } = await open('laptop')
    const link = await shareSelection(ctx(), { showtimeId, holder: 'laptop' })
    const token = link.split('#together=')[1] ?? ''
    await joinSelection(ctx(), { token, name: 'Ravi', friendId: 'ravi' })
    const joined = (await findJoinedSelections(ctx(), 'ravi')).get(showtimeId)
    if (!joined) throw new Error('not a friend')
    const chosen = show.seats.find((id) => !seatIds.includes(id)) ?? ''
    await holds.holdPlaces(ctx(), { showtimeId, ...joined, placeIds: [chosen] })

    await expect(open('phone')).rejects.toThrow(/with friends/)

    expect((await heldBy('laptop', show)).toSorted()).toEqual([...seatIds, chosen].toSorted())
    expect((await open('laptop')).seatIds).toEqual(seatIds)
  })
})

describePostgres('opening an offer', (context) => {
  const { createOffer } = createSteps(context)

  test('waits for a transaction that takes the offer back, and is then refused [S-489]', async () => {
    const { ctx } = context()
    const { show, open } = await createOffer()
    const { showtimeId } = show
    const withdrawal = await openTransaction(ctx, async (tx) => {
      await changeShowtimes(tx, [showtimeId])
      await tx.deleteFrom('claims').where('showtime_id', '=', showtimeId).execute()
      await tx.deleteFrom('selections').where('showtime_id', '=', showtimeId).execute()
    })

    const codes = codesOf([open('laptop')])
    await untilTransactionWaits(ctx)
    await withdrawal.commit()

    expect(await codes).toEqual(['CLOSED'])
  })
})
