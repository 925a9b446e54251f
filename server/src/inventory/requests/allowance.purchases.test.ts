import { expect, test } from 'vitest'
import { deleteAccount } from '#src/accounts/profile/profile.service.ts'
import type { VisitorOrder } from '#src/bookings/order/order.ts'
import { sellAtCounter } from '#src/bookings/order/staff-sales.service.ts'
import type { AppError } from '#src/errors.ts'
import { deleteOldData } from '#src/housekeeping/housekeeping.service.ts'
import { offerSeatsAt } from '#src/waitlist/offers.service.ts'
import { joinWaitingList } from '#src/waitlist/waitlist.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { codesOf, readClaims } from '#test/support/hold-calls.ts'
import {
  type CreatedShowtime,
  confirmUser,
  createShowtimeWithSeats,
  createUser,
} from '#test/support/makers.ts'
import { solve } from '#test/support/proofs.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { holdPlaces } from '../holds/holds.service.ts'
import type { PlacesRequest } from './requests.ts'

const DAY = 24 * 3_600_000
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const tens = (seats: readonly string[], n: number) => seats.slice(n * 10, n * 10 + 10)

describeDatabases('limits that no free step leaves', (context) => {
  const ctx = () => context().ctx
  const { createOrder, book } = createBookingCalls(context)
  const createShow = (seats: number, startsIn = DAY) =>
    createShowtimeWithSeats(ctx(), seats, { startsIn })
  const countOk = (codes: string[]) => codes.filter((code) => code === 'ok').length

  /** Holds the seats and buys them, as each page does. */
  async function buy(
    show: CreatedShowtime,
    seatIds: string[],
    visitor: Partial<VisitorOrder> = {},
  ) {
    const totalCost = await priceOf(seatIds)
    const order = { ...(await createOrder(show, seatIds, { totalCost })), ...visitor }
    const request = { ...order.request, userId: order.userId }
    const { holder, userId, email, address, isConfirmed } = order
    await holdPlaces(ctx(), {
      showtimeId: show.showtimeId,
      placeIds: seatIds,
      holder,
      userId,
      email,
      address: address ?? null,
      isConfirmed: isConfirmed ?? false,
    })
    return book({ ...order, request })
  }

  const endAllHolds = ({ showtimeId }: Pick<CreatedShowtime, 'showtimeId'>) =>
    changeRows(ctx(), showtimeId, async (db) => {
      await db.deleteFrom('claims').where('showtime_id', '=', showtimeId).execute()
      await db.deleteFrom('selections').where('showtime_id', '=', showtimeId).execute()
    })

  async function priceOf(seatIds: string[]) {
    const query = ctx().db.selectFrom('places').select('category').where('id', 'in', seatIds)
    const prices: Record<string, number> = { VIP: 250, Premium: 180 }
    const rows = await query.execute()
    return rows.reduce((sum, { category }) => sum + (prices[category ?? ''] ?? 150), 0)
  }

  /** Each party buys after the one before. Returns the outcomes. */
  async function buyInTurn(parties: (() => Promise<unknown>)[]) {
    const codes: string[] = []
    for (const party of parties) codes.push(...(await codesOf([party()])))
    return codes
  }

  test('accounts of one address without a confirmed email buy no more places of a show than they may hold [S-735]', async () => {
    const show = await createShow(250)
    const address = crypto.randomUUID()

    const codes = await buyInTurn(
      numbers(13).map((n) => () => buy(show, tens(show.seats, n), { address })),
    )

    expect(codes).toEqual([...Array(4).fill('ok'), ...Array(9).fill('CHALLENGE')])
  })

  test('accounts of one address without a confirmed email have 200 places of all shows to come, bought or held [S-735]', async () => {
    const shows = await Promise.all(numbers(11).map(() => createShow(24)))
    const address = crypto.randomUUID()
    const started = await createShow(24, 3_600_000)
    await buy(started, tens(started.seats, 0), { address })
    const buyTwenty = (show: (typeof shows)[number]) =>
      buyInTurn([0, 1].map((n) => () => buy(show, tens(show.seats, n), { address })))

    const before = await Promise.all(shows.slice(0, 9).map(buyTwenty))
    expect(countOk(before.flat())).toBe(18)
    const [last, next] = shows.slice(9) as [CreatedShowtime, CreatedShowtime]
    expect(await buyTwenty(last)).toEqual(['ok', 'LIMIT'])
    await context().clock.advance(3_600_000)
    expect(await codesOf([buy(last, tens(last.seats, 1), { address })])).toEqual(['ok'])
    expect(await codesOf([buy(next, tens(next.seats, 0), { address })])).toEqual(['LIMIT'])
  })

  test('deleteOldData forgets who bought the places of a show that has started [S-735]', async () => {
    const show = await createShow(24)
    await buy(show, tens(show.seats, 0), { address: 'home' })
    await buy(show, tens(show.seats, 1), { address: 'home', isConfirmed: true })
    const countKnown = async () => {
      const claims = await readClaims(ctx(), show)
      return claims.filter((claim) => claim.address ?? claim.confirmed_address ?? claim.mailbox)
        .length
    }

    await deleteOldData(ctx())
    expect(await countKnown()).toBe(20)
    await context().clock.advance(DAY)
    await deleteOldData(ctx())
    expect(await countKnown()).toBe(0)
  })

  test('thirty people, an office of forty and a family of ten behind one address get all their seats without a refusal [S-741]', async () => {
    const address = crypto.randomUUID()
    const [people, office, family] = await Promise.all([
      createShow(120),
      createShow(120),
      createShow(120),
    ])

    const codes = await buyInTurn([
      ...numbers(30).map((n) => () => buy(people, [people.seats[n] as string], { address })),
      ...numbers(4).map((n) => () => buy(office, tens(office.seats, n), { address })),
      () => buy(family, tens(family.seats, 0), { address }),
    ])

    expect(countOk(codes)).toBe(35)
  })

  test('a place counts for the address from which it was held, also when another account or address pays [S-735]', async () => {
    const show = await createShow(120)
    const [home, office] = [crypto.randomUUID(), crypto.randomUUID()]
    const hold = { showtimeId: show.showtimeId, holder: 'asha', placeIds: tens(show.seats, 0) }
    await holdPlaces(ctx(), { ...hold, address: home })
    const totalCost = await priceOf(hold.placeIds)
    const order = await createOrder(show, hold.placeIds, { totalCost })
    await book({ ...order, holder: 'asha', address: office })

    const claims = await readClaims(ctx(), show)
    expect(new Set(claims.map(({ address }) => address))).toEqual(new Set([home]))

    const confirmed = { address: home, isConfirmed: true, userId: await createUser(ctx()) }
    await holdPlaces(ctx(), {
      ...hold,
      ...confirmed,
      holder: 'ravi',
      placeIds: tens(show.seats, 1),
    })
    for (const n of [2, 3, 4]) await buy(show, tens(show.seats, n), { address: home })
    const seats = tens(show.seats, 1)
    const other = await createOrder(show, seats, { totalCost: await priceOf(seats) })
    expect(await codesOf([book({ ...other, holder: 'ravi', address: home })])).toEqual([
      'CHALLENGE',
    ])
  })

  test('an account holds 60 places of all shows, in requests at once and on two nodes, and offers count [S-736]', async () => {
    const userId = await createUser(ctx())
    await confirmUser(ctx(), userId)
    const shows = await Promise.all(numbers(8).map(() => createShow(20)))
    const full = await createShow(24)
    const hold = (show: CreatedShowtime, changes: Partial<PlacesRequest> = {}, node = ctx()) =>
      holdPlaces(node, {
        showtimeId: show.showtimeId,
        holder: crypto.randomUUID(),
        userId,
        isConfirmed: true,
        placeIds: tens(show.seats, 0),
        ...changes,
      })
    const other = { userId: null, isConfirmed: false }
    for (const n of [0, 1]) await hold(full, { ...other, placeIds: tens(full.seats, n) })
    await hold(full, { ...other, placeIds: full.seats.slice(20) })
    await joinWaitingList(ctx(), userId, { showtimeId: full.showtimeId, seats: 4, together: false })
    await endAllHolds(full)
    expect(await offerSeatsAt(ctx(), full.showtimeId)).toMatchObject({ count: 1 })
    const [first, ...others] = shows as [CreatedShowtime, ...CreatedShowtime[]]
    const elsewhere = createNodeContext(ctx())
    await hold(first, {}, elsewhere)

    const codes = await codesOf(others.map((show) => hold(show)))

    expect(codes.toSorted()).toEqual([...Array(3).fill('LIMIT'), ...Array(4).fill('ok')])
    const refused = others[codes.indexOf('LIMIT')] as CreatedShowtime
    expect(await codesOf([hold(refused, {}, elsewhere)])).toEqual(['LIMIT'])
  })

  test('an account buys 200 places for shows to come [S-736]', async () => {
    const account = { userId: await createUser(ctx()), isConfirmed: true }
    const shows = await Promise.all(numbers(11).map(() => createShow(20)))

    const codes = await buyInTurn(
      shows.flatMap((show) => [0, 1].map((n) => () => buy(show, tens(show.seats, n), account))),
    )

    expect(codes).toEqual([...Array(20).fill('ok'), ...Array(2).fill('LIMIT')])
  })

  test('accounts of one address with a confirmed email solve challenges above 35 % of the seats [S-737]', async () => {
    const { showtimeId, seats } = await createShow(200)
    const address = crypto.randomUUID()
    const hold = async (n: number, changes: Partial<PlacesRequest> = {}) =>
      holdPlaces(ctx(), {
        showtimeId,
        address,
        isConfirmed: true,
        userId: await createUser(ctx()),
        holder: crypto.randomUUID(),
        placeIds: tens(seats, n),
        ...changes,
      })
    expect(countOk(await buyInTurn(numbers(7).map((n) => () => hold(n))))).toBe(7)

    const refusal = await hold(7).catch((error: AppError) => error)
    expect(refusal).toMatchObject({ statusCode: 429, code: 'CHALLENGE' })
    const proof = await solve((refusal as AppError).details.challenge)

    expect(await codesOf([hold(7, { proof })])).toEqual(['ok'])
    expect(await codesOf([hold(8, { isConfirmed: false })])).toEqual(['ok'])
    expect(await codesOf([hold(9, { address: 'another' })])).toEqual(['ok'])
  })

  test('accounts of one confirmed mailbox share the limits of an account, also after one of them is deleted [S-738]', async () => {
    const show = await createShow(120)
    const name = crypto.randomUUID()
    const createAccount = async (email: string) => {
      const userId = await createUser(ctx())
      await ctx().db.updateTable('users').set({ email }).where('id', '=', userId).execute()
      return { userId, email, isConfirmed: true }
    }
    const first = await createAccount(`${name}+1@example.com`)
    const second = await createAccount(`${name}@example.com`)
    for (const { userId } of [first, second]) await confirmUser(ctx(), userId)
    const unproven = { ...(await createAccount(`${name}+2@example.com`)), isConfirmed: false }
    for (const n of [0, 1]) await buy(show, tens(show.seats, n), first)

    expect(await codesOf([buy(show, tens(show.seats, 2), second)])).toEqual(['LIMIT'])
    expect(await codesOf([buy(show, tens(show.seats, 3), unproven)])).toEqual(['ok'])
    await deleteAccount(ctx(), { userId: first.userId, visitorId: 'asha' })
    expect(await codesOf([buy(show, tens(show.seats, 2), second)])).toEqual(['LIMIT'])
  })

  test('each address without a confirmed email solves a challenge while half of a show was taken in ten minutes [S-739]', async () => {
    const { showtimeId, seats } = await createShow(120)
    const hold = (n: number, changes: Partial<PlacesRequest> = {}) =>
      holdPlaces(ctx(), {
        showtimeId,
        holder: crypto.randomUUID(),
        address: crypto.randomUUID(),
        placeIds: tens(seats, n),
        ...changes,
      })
    for (const n of numbers(6)) await hold(n)

    const address = crypto.randomUUID()
    const refusal = await hold(6, { address }).catch((error: AppError) => error)
    expect(refusal).toMatchObject({ code: 'CHALLENGE' })
    const proof = await solve((refusal as AppError).details.challenge)
    const confirmed = { isConfirmed: true, userId: await createUser(ctx()) }
    expect(await codesOf([hold(6, { address, proof }), hold(7, confirmed)])).toEqual(['ok', 'ok'])
    await context().clock.advance(601_000)
    expect(await codesOf([hold(8)])).toEqual(['ok'])
  })

  test('places that staff sells are no reason for a challenge [S-739]', async () => {
    const { showtimeId, seats } = await createShow(120)
    const placeIds = seats.slice(0, 70)
    await sellAtCounter(ctx(), {
      showtimeId,
      deviceId: 'counter',
      sale: { placeIds, payment: 'cash', totalCost: await priceOf(placeIds) },
    })

    const hold = { showtimeId, holder: 'asha', address: crypto.randomUUID() }

    expect(await codesOf([holdPlaces(ctx(), { ...hold, placeIds: tens(seats, 7) })])).toEqual([
      'ok',
    ])
  })

  test('an account and the visitors of an address without one have two wheelchair and two companion places of a show [S-740]', async () => {
    const access = { A1: 'wheelchair', A2: 'companion', A3: 'wheelchair', A4: 'companion' } as const
    const more = { A5: 'wheelchair', A6: 'companion' } as const
    const { showtimeId, seats } = await createShowtimeWithSeats(ctx(), 24, {
      startsIn: 2 * DAY,
      access: { ...access, ...more },
    })
    const hold = (placeIds: string[], changes: Partial<PlacesRequest> = {}) =>
      holdPlaces(ctx(), {
        showtimeId,
        holder: crypto.randomUUID(),
        placeIds,
        isAccessible: true,
        ...changes,
      })
    const address = crypto.randomUUID()
    await hold(seats.slice(0, 4), { address })
    expect(await codesOf([hold(seats.slice(4, 6), { address })])).toEqual(['LIMIT'])
    expect(await codesOf([hold(seats.slice(6, 8), { address })])).toEqual(['ok'])

    await endAllHolds({ showtimeId })
    const account = { userId: await createUser(ctx()), isConfirmed: true }
    await hold(seats.slice(0, 4), account)
    const codes = await codesOf([
      hold(seats.slice(4, 5), account),
      hold(seats.slice(6, 8), account),
    ])
    expect(codes).toEqual(['LIMIT', 'ok'])
    expect(await codesOf([hold(seats.slice(4, 6), { address })])).toEqual(['ok'])
  })
})
