import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf, createHoldCalls, readClaims } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import * as holds from '../holds/holds.service.ts'
import { findJoined } from '../state.ts'
import { placeViews } from '../views/seat-map.ts'
import { releaseAbandonedHolds, updateLastSeen } from './selections.service.ts'
import { findJoinedSelections, joinSelection, shareSelection } from './shared-selections.service.ts'

const MINUTE = 60_000
const GRACE = 60_000

describeDatabases('a shared selection', (context) => {
  const ctx = () => context().ctx
  const advance = (ms: number) => context().clock.advance(ms)
  const { hold, release, checkout, holders } = createHoldCalls(context)
  const { book, createOrder } = createBookingCalls(context)
  const deadlinesOf = async (show: CreatedShowtime) =>
    new Set((await readClaims(ctx(), show)).map(({ held_until }) => held_until))
  const tokenOf = (link: string) => link.split('#together=')[1] ?? ''

  /** Asha holds the first two seats and has invited Ravi. */
  async function setUp() {
    const show = await createShowtime(ctx())
    const { showtimeId } = show
    const [asha, ravi] = [`asha ${showtimeId}`, `ravi ${showtimeId}`]
    const [first, second, ...free] = show.seats as [string, string, ...string[]]
    await hold(asha, show, first, second)
    const link = await shareSelection(ctx(), { showtimeId, holder: asha })
    const join = (friend: string, name = 'Ravi') =>
      joinSelection(ctx(), { token: tokenOf(link), name, friendId: friend })
    await join(ravi)
    const member = await requestOf(ravi, show)
    return { show, asha, ravi, first, second, free, link, join, member }
  }
  const requestOf = async (friend: string, { showtimeId }: CreatedShowtime) => {
    const joined = (await findJoinedSelections(ctx(), friend)).get(showtimeId)
    if (!joined) throw new Error('not a friend')
    return { showtimeId, ...joined }
  }
  type Request = Awaited<ReturnType<typeof requestOf>>
  const holdAs = (request: Request, ...placeIds: string[]) =>
    holds.holdPlaces(ctx(), { ...request, placeIds })
  const seatFor = async ({ showtimeId }: CreatedShowtime, placeId: string, viewer: string) => {
    const map = await readSeatMap(ctx(), showtimeId)
    return placeViews(map, map.places, viewer).seats.find(({ _id }) => _id === placeId)
  }

  test('has one clock, and each sees who chose what, but others do not [S-360]', async () => {
    const { show, asha, ravi, first, free, member } = await setUp()
    await advance(MINUTE)
    const own = free[0] as string
    await holdAs(member, own)

    const clocks = (await readClaims(ctx(), show)).map(({ held_until }) => held_until)
    expect(new Set(clocks).size).toBe(1)
    expect(await seatFor(show, own, ravi)).toMatchObject({ status: 'HELD', heldByMe: true })
    expect(await seatFor(show, own, asha)).toMatchObject({
      status: 'HELD',
      friend: 'Ravi',
      releasable: true,
    })
    const ofHost = await seatFor(show, first, ravi)
    expect(ofHost).toMatchObject({ status: 'HELD', friend: 'Your friend' })
    expect(ofHost).not.toHaveProperty('releasable')
    const shown = await seatFor(show, own, 'bala')
    expect(shown).toMatchObject({ status: 'HELD' })
    expect(shown).not.toHaveProperty('friend')
    expect(shown).not.toHaveProperty('holdUntil')
  })

  test('has one limit for all together, also when they choose at the same time [S-361]', async () => {
    const { show, asha, free, join, member } = await setUp()
    await join(`bala ${show.showtimeId}`, 'Bala')
    const bala = await requestOf(`bala ${show.showtimeId}`, show)
    await hold(asha, show, ...free.slice(0, 5))

    const codes = await codesOf([
      holdAs(member, ...free.slice(5, 7)),
      holdAs(bala, ...free.slice(7, 9)),
    ])

    expect(codes.toSorted()).toEqual(['LIMIT', 'ok'])
    expect(Object.keys(await holders(show))).toHaveLength(9)
  })

  test('lets a friend change only what the friend has chosen, and its holder everything [S-362]', async () => {
    const { show, asha, first, second, free, member } = await setUp()
    const own = free[0] as string
    await holdAs(member, own)

    expect(await codesOf([holdAs(member, first)])).toEqual(['TAKEN'])
    const releaseFirst = holds.releasePlaces(ctx(), { ...member, placeIds: [first] })
    expect(await codesOf([releaseFirst])).toEqual(['NOT_OWNER'])
    expect(await holders(show)).toEqual({ [first]: asha, [second]: asha, [own]: asha })
    expect(await codesOf([release(asha, show, own)])).toEqual(['ok'])
    expect(await holders(show)).toEqual({ [first]: asha, [second]: asha })
  })

  test('can be paid by its holder for all; then the link and the friends have no rights [S-363]', async () => {
    const { show, asha, first, second, free, join, member } = await setUp()
    const [own, another] = free as [string, string]
    await holdAs(member, own)
    await checkout(asha, show, first, second, own)
    const order = await createOrder(show, [first, second, own])

    await book({ ...order, holder: asha })

    expect(await holders(show)).toEqual({ [first]: null, [second]: null, [own]: null })
    expect(await codesOf([join('late')])).toEqual(['NOT_FOUND'])
    expect(await codesOf([holdAs(member, another)])).toEqual(['NOT_OWNER'])
    await advance(1)
    await hold(asha, show, another)
    expect(await codesOf([join('late')])).toEqual(['NOT_FOUND'])
    expect(await codesOf([holdAs(member, free[2] as string)])).toEqual(['NOT_OWNER'])
    expect(await codesOf([holds.extendHold(ctx(), member)])).toEqual(['NOT_OWNER'])
    expect((await findJoinedSelections(ctx(), member.friend.id)).size).toBe(0)
  })

  test('can be paid by each for their own places, each exactly once [S-364]', async () => {
    const { show, asha, first, second, free, member } = await setUp()
    const own = free[0] as string
    await holdAs(member, own)
    const ofAsha = { ...(await createOrder(show, [first, second])), holder: asha }
    const ofRavi = { ...(await createOrder(show, [own])), ...member }
    const tooMuch = { ...(await createOrder(show, [own, first])), ...member }

    expect(await codesOf([book(tooMuch)])).toEqual(['TAKEN'])
    const forAll = { ...(await createOrder(show, [first, second, own])), holder: asha }
    const codes = await codesOf([book(ofAsha), book(ofRavi), book(forAll)])

    expect(['ok,ok,TAKEN', 'TAKEN,TAKEN,ok', 'ok,ok,ok']).toContain(codes.join())
    expect(codes).not.toEqual(['ok', 'ok', 'ok'])
    expect(await holders(show)).toEqual({ [first]: null, [second]: null, [own]: null })
  })

  test('frees what a friend has chosen who is away for the grace period, and nothing else [S-365]', async () => {
    const { show, asha, first, second, free, member } = await setUp()
    await holdAs(member, free[0] as string)
    await advance(GRACE - 1000)
    await updateLastSeen(ctx(), [{ showtimeId: show.showtimeId, visitorId: asha }])
    await advance(2000)

    await releaseAbandonedHolds(ctx())

    expect(await holders(show)).toEqual({ [first]: asha, [second]: asha })
  })

  test('has a link without the ids of its visitors, of which only a hash is stored [S-366]', async () => {
    const { show, asha, link, join } = await setUp()
    const rows = await ctx().db.selectFrom('selections').selectAll().execute()
    expect(link).toContain(`/tickets/${show.movieId}/${show.showtimeId}#together=`)
    expect(link).not.toContain(asha)
    expect(JSON.stringify(rows)).not.toContain(tokenOf(link))

    await shareSelection(ctx(), { showtimeId: show.showtimeId, holder: asha })
    expect(await codesOf([join('another')])).toEqual(['NOT_FOUND'])
    expect(await codesOf([shareSelection(ctx(), { ...show, holder: 'nothing' })])).toEqual([
      'NOT_OWNER',
    ])
  })

  test('refuses a friend with other places there, and more than nine friends [S-367]', async () => {
    const { show, free, join } = await setUp()
    await hold('bala', show, free[0])
    expect(await codesOf([join('bala')])).toEqual(['LIMIT'])

    const more = Array.from({ length: 9 }, (_, n) => `friend ${n} ${show.showtimeId}`)
    const codes = await codesOf(more.map((friend) => join(friend)))
    expect(codes.filter((code) => code === 'LIMIT')).toHaveLength(1)
  })

  /** Bala holds a place at the same showtime and has a link too. */
  async function setUpSecond({ showtimeId }: CreatedShowtime, place: string) {
    const bala = `bala ${showtimeId}`
    await holds.holdPlaces(ctx(), { showtimeId, holder: bala, placeIds: [place] })
    const link = await shareSelection(ctx(), { showtimeId, holder: bala })
    const join = (friend: string) =>
      joinSelection(ctx(), { token: tokenOf(link), name: 'Ravi', friendId: friend })
    return { bala, join }
  }

  test('keeps a friend who has chosen there from joining another until the places are released [S-388]', async () => {
    const { show, asha, ravi, free, join, member } = await setUp()
    const [own, ofBala] = free as [string, string]
    const second = await setUpSecond(show, ofBala)
    await holdAs(member, own)

    expect(await codesOf([second.join(ravi)])).toEqual(['LIMIT'])
    expect(await codesOf([join(ravi)])).toEqual(['ok'])
    expect(await requestOf(ravi, show)).toMatchObject({ holder: asha })
    await holds.releasePlaces(ctx(), { ...member, placeIds: [own] })
    expect(await codesOf([second.join(ravi)])).toEqual(['ok'])
    expect(await requestOf(ravi, show)).toMatchObject({ holder: second.bala })
  })

  const CHANGES = ['extends', 'pays for own places'] as const

  test.each(CHANGES)(
    'frees the places of a holder who is away although a friend %s [S-388]',
    async (change) => {
      const { show, asha, free, member } = await setUp()
      const own = free[0] as string
      await holdAs(member, own)
      await advance(GRACE - 1000)
      if (change === 'extends') await holds.extendHold(ctx(), member)
      else await holds.beginCheckout(ctx(), { ...member, placeIds: [own] })
      expect((await deadlinesOf(show)).size).toBe(1)
      await advance(2000)

      await releaseAbandonedHolds(ctx())

      expect(await holders(show)).toEqual({ [own]: asha })
    },
  )

  test.each(CHANGES)(
    'frees the places of a friend who is away although the holder %s [S-388]',
    async (change) => {
      const { show, asha, first, second, free, member } = await setUp()
      await holdAs(member, free[0] as string)
      await advance(GRACE - 1000)
      if (change === 'extends')
        await holds.extendHold(ctx(), { showtimeId: show.showtimeId, holder: asha })
      else await checkout(asha, show, first, second)
      await advance(2000)

      await releaseAbandonedHolds(ctx())

      expect(await holders(show)).toEqual({ [first]: asha, [second]: asha })
    },
  )

  test('has one deadline, and one checkout time, when its visitors pay after each other [S-388]', async () => {
    const { show, asha, first, second, free, member } = await setUp()
    const own = free[0] as string
    await holdAs(member, own)
    await advance(7 * MINUTE)
    await checkout(asha, show, first, second)
    const deadlines = await deadlinesOf(show)
    expect(deadlines.size).toBe(1)
    await advance(MINUTE)

    await checkout(asha, show, first, second)
    expect(await deadlinesOf(show)).toEqual(deadlines)
    await holds.beginCheckout(ctx(), { ...member, placeIds: [own] })
    expect(await deadlinesOf(show)).toEqual(deadlines)
  })

  test('is left out of seat maps, with its friends, after it has ended [S-388]', async () => {
    const { show, asha, ravi, first, second, free } = await setUp()
    const other = await setUpSecond(show, free[0] as string)
    await other.join(`carl ${show.showtimeId}`)
    const friends = async () =>
      (
        await ctx()
          .db.selectFrom('selection_friends')
          .select('friend')
          .where('showtime_id', '=', show.showtimeId)
          .execute()
      ).map(({ friend }) => friend)
    expect((await friends()).toSorted()).toEqual([`carl ${show.showtimeId}`, ravi])

    await release(asha, show, first, second)
    await advance(1)
    await hold(asha, show, first)

    expect(await friends()).toEqual([`carl ${show.showtimeId}`])
    const { state } = await readSeatMap(ctx(), show.showtimeId)
    expect(findJoined(state, `carl ${show.showtimeId}`)).toBeDefined()
    expect(findJoined(state, ravi)).toBeUndefined()
  })
})
