import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf, createHoldCalls, readClaims, secondsLeft } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { AppError } from '../errors.ts'
import { holdPlaces } from './holds.service.ts'
import { placeViews } from './places.view.ts'
import { readSeatMap } from './seat-map.ts'

const SECOND = 1000
const HOLD = 600 * SECOND
const LONGEST = 1800 * SECOND
const QUESTION = 20 * SECOND
const HOUR = 3600 * SECOND

describeDatabases(
  'a selection whose clock has run out',
  (context) => {
    const ctx = () => context().ctx
    const { hold, extend, checkout, release, expire, holders } = createHoldCalls(context)
    const advance = (ms: number) => context().clock.advance(ms)

    /** Asha holds the first two seats, and her clock has run out. */
    async function setUp({ startsIn = 3 * HOUR } = {}) {
      const show = await createShowtime(ctx(), { startsIn })
      const [first, second, third] = show.seats as [string, string, string]
      await hold('asha', show, first, second)
      await advance(HOLD)
      return { show, first, second, third }
    }
    const statusFor = async (show: CreatedShowtime, placeId: string, viewer?: string) => {
      const map = await readSeatMap(ctx(), show.showtimeId)
      const places = map.places.filter(({ id }) => id === placeId)
      return placeViews(map, places, viewer).seats[0]
    }
    const retryAfterOf = async (call: Promise<unknown>) => {
      const refusal = await call.catch((error: unknown) => error)
      if (!(refusal instanceof AppError)) throw new Error('not refused', { cause: refusal })
      expect(refusal.code).toBe('TAKEN')
      const { retryAt } = refusal.details
      return retryAt && Math.round((Date.parse(retryAt) - ctx().now()) / SECOND)
    }

    test('stays with its holder and reads AVAILABLE to others, until the longest hold [S-340]', async () => {
      const { show, first } = await setUp()
      expect(await statusFor(show, first, 'ravi')).toMatchObject({ status: 'AVAILABLE' })
      expect(await statusFor(show, first, 'asha')).toMatchObject({ status: 'HELD', heldByMe: true })
      await expire()
      expect(await statusFor(show, first, 'ravi')).toMatchObject({ status: 'AVAILABLE' })
      const own = await statusFor(show, first, 'asha')
      const keptFor = Date.parse(own?.keptUntil ?? '') - Date.parse(own?.holdUntil ?? '')
      expect(Math.round(keptFor / SECOND)).toBe((LONGEST - HOLD) / SECOND)

      await advance(LONGEST - HOLD)
      expect(await statusFor(show, first, 'asha')).toEqual(await statusFor(show, first, 'ravi'))
      expect(await codesOf([hold('ravi', show, first)])).toEqual(['ok'])
    })

    test('is asked about once: its place is HELD for 20 s, and then the next request gets it [S-341]', async () => {
      const { show, first, second } = await setUp()
      await expire()

      expect(await retryAfterOf(hold('ravi', show, first))).toBe(20)
      expect(await statusFor(show, first, 'bala')).toMatchObject({ status: 'HELD' })
      expect(await statusFor(show, second, 'bala')).toMatchObject({ status: 'AVAILABLE' })
      await advance(QUESTION / 2)
      expect(await retryAfterOf(hold('bala', show, first))).toBe(10)
      expect(await retryAfterOf(hold('bala', show, second))).toBe(10)
      await advance(QUESTION / 2)

      expect(await codesOf([hold('ravi', show, first)])).toEqual(['ok'])
      await expire()
      expect(await holders(show)).toEqual({ [first]: 'ravi' })
    })

    test('loses only the places that were asked for [S-342]', async () => {
      const { show, first, second } = await setUp()
      await codesOf([hold('ravi', show, first)])
      await advance(QUESTION)
      await expire()

      expect(await holders(show)).toEqual({ [second]: 'asha' })
      expect(await retryAfterOf(hold('ravi', show, second))).toBe(20)
    })

    test.each([
      ['an extension', () => extend],
      [
        'a further hold',
        () => (who: string, show: CreatedShowtime) => hold(who, show, show.seats[5]),
      ],
      [
        'a checkout',
        () => (who: string, show: CreatedShowtime) =>
          checkout(who, show, ...show.seats.slice(0, 2)),
      ],
    ])(
      'answers the question with %s, which starts the clock of all its places again [S-343]',
      async (_way, answer) => {
        const { show, first, second } = await setUp()
        await codesOf([hold('ravi', show, first)])

        expect(await secondsLeft(answer()('asha', show))).toBe(HOLD / SECOND)

        await advance(QUESTION)
        await expire()
        expect(await holders(show)).toMatchObject({ [first]: 'asha', [second]: 'asha' })
        expect(await retryAfterOf(hold('ravi', show, first))).toBeUndefined()
        const clocks = (await readClaims(ctx(), show)).map(({ clock_until }) => clock_until)
        expect(new Set(clocks).size).toBe(1)
      },
    )

    test('cannot be extended past the longest hold, nor past the start', async () => {
      const { show, first } = await setUp()
      await advance(HOLD)
      await extend('asha', show)
      expect(await secondsLeft(extend('asha', show))).toBe((LONGEST - 2 * HOLD) / SECOND)
      await advance(LONGEST - 2 * HOLD)
      expect(await codesOf([extend('asha', show)])).toEqual(['NOT_OWNER'])
      expect(await codesOf([hold('ravi', show, first)])).toEqual(['ok'])

      const soon = await setUp({ startsIn: HOLD + 60 * SECOND + 1800 * SECOND })
      expect(await secondsLeft(extend('asha', soon.show))).toBe(HOLD / SECOND)
    })

    test('can be paid as long as its places are kept, also while a question is open [S-344]', async () => {
      const { book, createOrder } = createBookingCalls(context)
      const show = await createShowtime(ctx())
      const [first, second] = show.seats as [string, string]
      const order = await createOrder(show, [first, second])
      await hold(order.holder, show, first, second)
      await advance(HOLD)
      await codesOf([hold('ravi', show, first)])

      await book(order)

      expect(await holders(show)).toEqual({ [first]: null, [second]: null })
      expect(await readClaims(ctx(), show)).toMatchObject([
        { clock_until: null, kept_since: null, question_until: null, question_by: null },
        { clock_until: null, kept_since: null, question_until: null, question_by: null },
      ])
    })

    test('is not asked about by a request that is refused for another reason [S-345]', async () => {
      const { show, first, third } = await setUp()
      await hold('bala', show, third)
      expect(await retryAfterOf(hold('ravi', show, first, third))).toBeUndefined()
      expect(await codesOf([hold('ravi', show, first, crypto.randomUUID())])).toEqual(['NOT_FOUND'])
      expect(await codesOf([release('ravi', show, first)])).toEqual(['NOT_OWNER'])

      expect(await statusFor(show, first, 'ravi')).toMatchObject({ status: 'AVAILABLE' })
    })

    test('is asked about once by visitors who ask at the same time', async () => {
      const { show, first, second } = await setUp()

      const answers = await Promise.all([
        retryAfterOf(hold('ravi', show, first, second)),
        retryAfterOf(hold('bala', show, first)),
        retryAfterOf(hold('chitra', show, second)),
      ])

      expect(answers).toEqual([20, 20, 20])
      const claims = await readClaims(ctx(), show)
      expect(new Set(claims.map(({ question_until }) => question_until)).size).toBe(1)
    })

    test('one visitor has questions to at most ten others open [S-346]', async () => {
      const show = await createShowtime(ctx())
      const address = crypto.randomUUID()
      const seats = show.seats.slice(0, 12)
      for (const [n, seat] of seats.entries()) await hold(`holder ${n}`, show, seat)
      await advance(HOLD)
      const ask = (placeId: string, n: number) =>
        holdPlaces(ctx(), { ...show, holder: `asker ${n}`, address, placeIds: [placeId] })

      const codes = []
      for (const [n, seat] of seats.entries()) codes.push(...(await codesOf([ask(seat, n)])))

      expect(codes).toEqual([...Array(10).fill('TAKEN'), 'LIMIT', 'LIMIT'])
      expect(await statusFor(show, seats[11] as string)).toMatchObject({ status: 'AVAILABLE' })
    })
  },
  { SOFT_EXPIRY: 'on' },
)
