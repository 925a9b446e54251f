import { expect, test } from 'vitest'
import type { Context } from '#src/context.ts'
import type { AppError } from '#src/errors.ts'
import { codesOf } from '#test/support/hold-calls.ts'
import { createShowtime, createShowtimeWithSeats, createUser } from '#test/support/makers.ts'
import { solve } from '#test/support/proofs.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { beginCheckout, holdPlaces, releasePlaces } from '../holds/holds.service.ts'
import type { PlacesRequest } from './requests.ts'

describeDatabases('allowance per address', (context) => {
  const ctx = () => context().ctx
  const liveHolds = async (showtimeIds: string[]) => {
    const query = ctx().db.selectFrom('claims').select('place_id')
    return (await query.where('showtime_id', 'in', showtimeIds).execute()).length
  }
  /** The refusal of one call. */
  const refusalOf = (call: Promise<unknown>): Promise<AppError> =>
    call.then(
      () => Promise.reject(new Error('the call was granted')),
      (error: AppError) => error,
    )

  async function showtimeWith(seats: number) {
    const showtime = await createShowtimeWithSeats(ctx(), seats)
    const address = crypto.randomUUID()
    /** One visitor of the address asks for one seat. */
    const request = (seat: number, changes: Partial<PlacesRequest> = {}) => ({
      showtimeId: showtime.showtimeId,
      holder: crypto.randomUUID(),
      address,
      placeIds: [showtime.seats[seat] as string],
      ...changes,
    })
    return { ...showtime, request }
  }

  /** Holds places at once on two nodes, as many visitors of one address. */
  const holdAtOnce = (requests: PlacesRequest[]) => {
    const nodes = [ctx(), createNodeContext(ctx())] as [Context, Context]
    return codesOf(requests.map((one, n) => holdPlaces(nodes[n % 2] as Context, one)))
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

  test('holdPlaces grants concurrent visitors of one address 10 % of the seats and challenges the others', async () => {
    const { showtimeId, request } = await showtimeWith(500)

    const codes = await holdAtOnce(numbers(65).map((n) => request(n)))

    expect(codes.filter((code) => code === 'ok')).toHaveLength(50)
    expect(codes.filter((code) => code === 'CHALLENGE')).toHaveLength(15)
    expect(await liveHolds([showtimeId])).toBe(50)
  })

  test('holdPlaces grants forty places on a small screen, and challenges further visitors of the address', async () => {
    const { request } = await showtimeWith(44)
    const codes = await holdAtOnce(numbers(44).map((n) => request(n)))

    expect(codes.toSorted()).toEqual([...Array(4).fill('CHALLENGE'), ...Array(40).fill('ok')])
  })

  test('holdPlaces counts each address alone, and not those with a confirmed email', async () => {
    const { request } = await showtimeWith(100)
    await holdAtOnce(numbers(40).map((n) => request(n)))

    const others = [
      request(50, { address: 'another' }),
      request(51, { isConfirmed: true, userId: await createUser(ctx()) }),
      request(52, { userId: await createUser(ctx()) }),
    ]
    expect(await holdAtOnce(others)).toEqual(['ok', 'ok', 'CHALLENGE'])
  })

  test('a proof of work grants a refused hold once, and only at its showtime and address [S-173]', async () => {
    const { request } = await showtimeWith(250)
    const other = await showtimeWith(250)
    await holdAtOnce(numbers(40).map((n) => request(n)))
    await holdAtOnce(numbers(40).map((n) => other.request(n)))
    const address = crypto.randomUUID()
    await holdAtOnce(numbers(40).map((n) => request(100 + n, { address })))
    const refusal = await refusalOf(holdPlaces(ctx(), request(50)))
    expect(refusal).toMatchObject({ statusCode: 429, code: 'CHALLENGE' })
    const proof = await solve(refusal.details.challenge)

    const elsewhere = [other.request(50, { proof }), request(60, { address, proof })]
    expect(await holdAtOnce(elsewhere)).toEqual(['CHALLENGE', 'CHALLENGE'])
    const used = numbers(3).map((n) => request(50 + n, { proof }))
    const codes = await holdAtOnce(used)
    expect(codes.toSorted()).toEqual(['CHALLENGE', 'CHALLENGE', 'ok'])
  })

  test('a proof of work is refused when its challenge was changed or has expired [S-173]', async () => {
    const { request } = await showtimeWith(250)
    await holdAtOnce(numbers(40).map((n) => request(n)))
    const { details } = await refusalOf(holdPlaces(ctx(), request(50)))
    const proof = await solve(details.challenge)
    const changed = structuredClone(proof)
    Object.assign(changed.challenge.parameters.data as object, { step: 9 })

    expect(await codesOf([holdPlaces(ctx(), request(50, { proof: changed }))])).toEqual([
      'CHALLENGE',
    ])
    await context().clock.advance(301_000)
    await holdAtOnce(numbers(40).map((n) => request(100 + n)))
    expect(await codesOf([holdPlaces(ctx(), request(50, { proof }))])).toEqual(['CHALLENGE'])
  })

  test.each([
    [100, 60],
    [180, 63],
  ])(
    'visitors of one address hold at most 35 %% of %i seats and at least 60, however many proofs they solve [S-171]',
    async (seatCount, max) => {
      const { showtimeId, request, seats } = await showtimeWith(seatCount)
      await holdAtOnce(numbers(40).map((n) => request(n)))
      for (let first = 40; first < max; first += 10) {
        const block = request(first, { placeIds: seats.slice(first, Math.min(first + 10, max)) })
        const { code, details } = await refusalOf(holdPlaces(ctx(), block))
        expect(code).toBe('CHALLENGE')
        const proof = await solve(details.challenge)
        expect(await codesOf([holdPlaces(ctx(), { ...block, proof })])).toEqual(['ok'])
      }

      expect(await codesOf([holdPlaces(ctx(), request(max))])).toEqual(['LIMIT'])
      expect(await liveHolds([showtimeId])).toBe(max)
    },
  )

  test('visitors of one address hold 200 places at all showtimes together [S-171]', async () => {
    const address = crypto.randomUUID()
    const showtimes = await Promise.all(numbers(12).map(() => createShowtimeWithSeats(ctx(), 20)))
    const requests = showtimes.flatMap(({ showtimeId, seats }) =>
      numbers(2).map((n) => ({
        showtimeId,
        address,
        holder: crypto.randomUUID(),
        placeIds: seats.slice(n * 10, n * 10 + 10),
      })),
    )
    const codes = await codesOf(requests.slice(0, 22).map((one) => holdPlaces(ctx(), one)))

    expect(codes.toSorted()).toEqual([...Array(2).fill('LIMIT'), ...Array(20).fill('ok')])
    expect(await holdAtOnce(requests.slice(22))).toEqual(['LIMIT', 'LIMIT'])
    expect(await liveHolds(showtimes.map(({ showtimeId }) => showtimeId))).toBe(200)
  })

  test('a checkout of held places needs no allowance', async () => {
    const { request } = await showtimeWith(100)
    await holdAtOnce(numbers(39).map((n) => request(n)))
    const asha = request(50)
    await holdPlaces(ctx(), asha)
    await holdPlaces(ctx(), request(61, { isConfirmed: true }))

    await expect(beginCheckout(ctx(), asha)).resolves.toBeDefined()
    const refused = beginCheckout(ctx(), {
      ...asha,
      placeIds: [...asha.placeIds, request(70).placeIds[0] as string],
    })
    expect(await codesOf([refused])).toEqual(['CHALLENGE'])
    await releasePlaces(ctx(), asha)
    expect(await codesOf([holdPlaces(ctx(), request(70))])).toEqual(['ok'])
  })
})

describeDatabases('limits per account', (context) => {
  const ctx = () => context().ctx

  test('an account holds twenty seats and eight slots for one showtime, in all its browsers [S-170]', async () => {
    const userId = await createUser(ctx())
    const { showtimeId, seats, twoWheelers, fourWheelers } = await createShowtime(ctx())
    const other = await createShowtime(ctx())
    const hold = (holder: string, ...placeIds: (string | undefined)[]) =>
      holdPlaces(ctx(), {
        showtimeId,
        holder,
        userId,
        placeIds: placeIds.filter((id) => id !== undefined),
      })
    await hold('a', ...seats.slice(0, 10), ...twoWheelers.slice(0, 4))
    await hold('b', ...seats.slice(10, 19), ...fourWheelers.slice(0, 4))

    const codes = await codesOf([
      hold('c', seats[19]),
      hold('d', seats[20]),
      hold('e', twoWheelers[4]),
      hold('a', ...seats.slice(0, 10)),
      holdPlaces(ctx(), {
        showtimeId: other.showtimeId,
        holder: 'a',
        userId,
        placeIds: other.seats.slice(0, 1),
      }),
    ])

    expect(codes).toEqual(['ok', 'LIMIT', 'LIMIT', 'ok', 'ok'])
  })
})
