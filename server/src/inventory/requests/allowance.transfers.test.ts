import { expect, test } from 'vitest'
import { codesOf, readClaims } from '#test/support/hold-calls.ts'
import { createShowtimeWithSeats, createUser } from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { beginCheckout, holdPlaces } from '../holds/holds.service.ts'
import { adoptHolds } from '../selections/selections.service.ts'
import type { PlacesRequest } from './requests.ts'

describeDatabases('holds that change their account or address', (context) => {
  const ctx = () => context().ctx

  /** A showtime with 100 seats in which a visitor holds ten seats at a time. */
  async function setUp() {
    const { showtimeId, seats } = await createShowtimeWithSeats(ctx(), 100)
    const claims = () => readClaims(ctx(), { showtimeId })
    return {
      /** Holds the nth ten seats, as holder `holder n`. */
      holdTen: (n: number, visitor: Partial<PlacesRequest>) =>
        beginCheckout(ctx(), {
          showtimeId,
          holder: `holder ${n} ${showtimeId}`,
          ...visitor,
          placeIds: seats.slice(n * 10, n * 10 + 10),
        }),
      holderOf: (n: number) => `holder ${n} ${showtimeId}`,
      countOfAccount: async (userId: string) =>
        (await claims()).filter(({ account }) => account === userId).length,
      countOfAddress: async (key: string) =>
        (await claims()).filter(({ address }) => address === key).length,
      seats,
      showtimeId,
    }
  }

  test('move to the account of a visitor who signs in, up to the limit of the account, also on two nodes at once [S-170]', async () => {
    const { holdTen, holderOf, countOfAccount, showtimeId } = await setUp()
    const userId = await createUser(ctx())
    for (const n of [0, 1, 2, 3]) await holdTen(n, { address: crypto.randomUUID() })
    const nodes = [ctx(), createNodeContext(ctx())]

    await Promise.all(
      [0, 1, 2, 3].map((n) => {
        const node = nodes[n % 2] ?? ctx()
        const visitor = { visitorId: holderOf(n), userId, email: null, isConfirmed: true }
        return adoptHolds(node, visitor, [showtimeId])
      }),
    )

    expect(await countOfAccount(userId)).toBe(20)
    expect(await codesOf([holdTen(4, { userId, email: null, isConfirmed: true })])).toEqual([
      'LIMIT',
    ])
  })

  test('count for the address of a confirmed account when its visitor signs in [S-737]', async () => {
    const { holdTen, holderOf, countOfAddress, showtimeId } = await setUp()
    const userId = await createUser(ctx())
    const address = crypto.randomUUID()
    await holdTen(0, { address })

    const visitor = { visitorId: holderOf(0), userId, email: null, isConfirmed: true }
    await adoptHolds(ctx(), visitor, [showtimeId])

    expect(await countOfAddress(address)).toBe(0)
    const claims = await readClaims(ctx(), { showtimeId })
    expect(new Set(claims.map((claim) => claim.confirmed_address))).toEqual(new Set([address]))
  })

  test('stay with the account that held them when another account signs in', async () => {
    const { holdTen, holderOf, countOfAccount, showtimeId } = await setUp()
    const [first, second] = [await createUser(ctx()), await createUser(ctx())]
    await holdTen(0, { userId: first, isConfirmed: true })

    const visitor = { visitorId: holderOf(0), userId: second, email: null, isConfirmed: false }
    await adoptHolds(ctx(), visitor, [showtimeId])

    expect(await countOfAccount(first)).toBe(10)
  })

  test('are refused when their holder asks for them again from an address without allowance [S-171]', async () => {
    const { holdTen, countOfAddress } = await setUp()
    const [home, office] = [crypto.randomUUID(), crypto.randomUUID()]
    for (const n of [0, 1, 2, 3]) await holdTen(n, { address: office })
    await holdTen(4, { address: home })

    expect(await codesOf([holdTen(4, { address: office })])).toEqual(['CHALLENGE'])
    expect(await countOfAddress(office)).toBe(40)
    expect(await codesOf([holdTen(4, { address: home })])).toEqual(['ok'])
  })

  test('are refused when their holder has signed out and the address has no allowance left [S-171]', async () => {
    const { holdTen, countOfAddress } = await setUp()
    const userId = await createUser(ctx())
    const address = crypto.randomUUID()
    const signedIn = { address, userId, isConfirmed: true }
    await holdTen(0, signedIn)
    expect(await codesOf([holdTen(0, { address })])).toEqual(['ok'])
    for (const n of [1, 2, 3]) await holdTen(n, { address })
    await holdTen(4, signedIn)

    expect(await codesOf([holdTen(4, { address })])).toEqual(['CHALLENGE'])
    expect(await countOfAddress(address)).toBe(40)
  })

  test('are held again from the same address, although it has no allowance left', async () => {
    const { holdTen, seats, showtimeId } = await setUp()
    const address = crypto.randomUUID()
    for (const n of [0, 1, 2, 3]) await holdTen(n, { address })
    const again = { showtimeId, address, holder: `holder 0 ${showtimeId}` }

    const codes = await codesOf([holdPlaces(ctx(), { ...again, placeIds: seats.slice(0, 1) })])

    expect(codes).toEqual(['ok'])
  })
})
