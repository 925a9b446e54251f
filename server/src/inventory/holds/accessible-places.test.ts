import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { AccessType, Seat } from '@marquee/contract/seats/seats'
import { randomRuns } from '@marquee/contract/test/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getShowtime } from '#src/catalogue/catalogue.service.ts'
import { codesOf } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { setupServerPerTest } from '#test/support/test-server.ts'
import { openAccessiblePlaces } from '../selections/selections.service.ts'
import { placeViews } from '../views/seat-map.ts'
import { holdPlaces } from './holds.service.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const ACCESS: Record<string, AccessType> = { A1: 'wheelchair', A2: 'companion', B8: 'wheelchair' }

describeDatabases('accessible places', (context) => {
  const server = setupServerPerTest(context)
  const ctx = () => context().ctx
  const readSeats = async ({ showtimeId }: CreatedShowtime, holder?: string) => {
    const map = await readSeatMap(ctx(), showtimeId)
    return placeViews(map, map.places, holder).seats
  }
  const hold = ({ showtimeId }: CreatedShowtime, seatId: string, isAccessible = false) =>
    holdPlaces(ctx(), { showtimeId, holder: 'asha', placeIds: [seatId], isAccessible })

  test('read HELD and are not counted as left until ACCESS_RELEASE_HOURS before the start, then AVAILABLE [S-320]', async () => {
    const show = await createShowtime(ctx(), { startsIn: 25 * HOUR, access: ACCESS })
    const statuses = async () =>
      (await readSeats(show)).flatMap((seat) => (seat.accessible ? seat.status : []))
    const left = async () => (await getShowtime(ctx(), show.showtimeId)).seatsLeft

    expect(await statuses()).toEqual(['HELD', 'HELD', 'HELD'])
    expect(await left()).toBe(21)
    await hold(show, show.seats[0] as string, true)
    await context().clock.advance(SECOND)
    expect(await left()).toBe(21)
    await context().clock.advance(HOUR)
    expect(await statuses()).toEqual(['AVAILABLE', 'AVAILABLE', 'AVAILABLE'])
    expect(await left()).toBe(24)
  })

  test('are marked as protected for those who ask for them, with their own status once held [S-320]', async () => {
    const show = await createShowtime(ctx(), { startsIn: 48 * HOUR, access: ACCESS })
    await hold(show, show.seats[0] as string, true)

    const [own, companion, ordinary] = await readSeats(show, 'asha')

    expect(own).toMatchObject({ accessible: 'wheelchair', status: 'HELD', heldByMe: true })
    expect(own?.protected).toBeUndefined()
    expect(companion).toMatchObject({ accessible: 'companion', status: 'HELD', protected: true })
    expect(ordinary).not.toHaveProperty('accessible')
  })

  test('are refused with what they are, and never called taken while they are free [S-313][S-616]', async () => {
    const show = await createShowtime(ctx(), { startsIn: 48 * HOUR, access: ACCESS })
    const [wheelchair, companion, ordinary] = show.seats as [string, string, string]
    const { showtimeId } = show
    await holdPlaces(ctx(), { showtimeId, holder: 'ravi', placeIds: [ordinary] })
    const refusalOf = (...placeIds: string[]) =>
      holdPlaces(ctx(), { showtimeId, holder: 'asha', placeIds }).catch((error: Error) => error)

    const text = 'for wheelchair users, turn on Accessible places.'
    expect(await refusalOf(wheelchair)).toMatchObject({
      code: 'TAKEN',
      message: `A1 is a wheelchair place: ${text}`,
    })
    expect(await refusalOf(companion, ordinary)).toMatchObject({
      code: 'TAKEN',
      message: `A3 has just been taken. Please choose again. A2 is a companion seat: for companions of wheelchair users, turn on Accessible places.`,
      details: { places: [{ label: 'A2' }, { label: 'A3' }] },
    })
  })

  test('change every map once, when they are opened [S-321]', async () => {
    const show = await createShowtime(ctx(), { startsIn: 25 * HOUR, access: ACCESS })
    const plain = await createShowtime(ctx(), { startsIn: 25 * HOUR })
    const viewer = await server().join('ravi', show.showtimeId)
    expect(await openAccessiblePlaces(ctx())).not.toContain(show.showtimeId)
    await context().clock.advance(HOUR + SECOND)

    const opened = await openAccessiblePlaces(ctx())

    expect(opened).toContain(show.showtimeId)
    expect(opened).not.toContain(plain.showtimeId)
    const push = await viewer.next('seatsUpdated', ({ seats }) => seats.length === 3)
    expect(push.seats.map(({ status }) => status)).toEqual(['AVAILABLE', 'AVAILABLE', 'AVAILABLE'])
    expect(await openAccessiblePlaces(ctx())).toEqual([])
  })
})

/** Moments around midnight and the end of a month in Asia/Kolkata, and others. */
const moment = fc
  .record({
    day: fc.constantFrom('2027-01-31', '2027-02-28', '2027-03-01', '2028-02-29', '2027-12-31'),
    minute: fc.oneof(fc.constantFrom(0, 1, 1439), fc.integer({ min: 0, max: 1439 })),
  })
  .map(({ day, minute }) => Date.parse(`${day}T00:00:00+05:30`) + minute * MINUTE)

const programme = fc.array(
  fc.record({
    /** Minutes from now to the start. */
    startsIn: fc.oneof(
      fc.constantFrom(0, 1, 29, 30, 31, 24 * 60 - 1, 24 * 60, 24 * 60 + 1),
      fc.integer({ min: -60, max: 4 * 24 * 60 }),
    ),
    cutoffMinutes: fc.constantFrom(0, 1, 30, 90),
  }),
  { minLength: 1, maxLength: 4 },
)

describeDatabases('seats that look bookable', (context) => {
  test('accept a hold at that moment, and all others refuse one [S-322]', async () => {
    await fc.assert(
      fc.asyncProperty(moment, programme, async (at, shows) => {
        const { ctx, clock } = context()
        await clock.step(at - clock.now())
        for (const { startsIn, cutoffMinutes } of shows) {
          const show = await createShowtime(ctx, {
            startsIn: startsIn * MINUTE + 30 * SECOND,
            cutoffMinutes,
            access: ACCESS,
          })
          const { showtimeId, seats } = show
          const request = (holder: string, seatId: string, isAccessible = false) =>
            holdPlaces(ctx, { showtimeId, holder, placeIds: [seatId], isAccessible })
          await codesOf([request('ravi', seats[5] as string)])
          const showtime = await getShowtime(ctx, showtimeId)
          const map = await readSeatMap(ctx, showtimeId)
          const { seats: views } = placeViews(map, map.places)
          const isOpen = getBookingWindow(showtime, ctx.now()).open
          const looksBookable = ({ status, protected: isProtected }: Seat, asks: boolean) =>
            isOpen && (status === 'AVAILABLE' || (asks && isProtected === true))
          for (const [index, asks] of [
            [0, true],
            [1, false],
            [15, true],
            [5, false],
            [9, false],
          ] as const) {
            const view = views[index] as Seat
            const [code] = await codesOf([request(`holder ${index} ${asks}`, view._id, asks)])
            expect([index, asks, code === 'ok']).toEqual([index, asks, looksBookable(view, asks)])
          }
          const available = views.filter(({ status }) => status === 'AVAILABLE').length
          expect(showtime.seatsLeft).toBe(available)
        }
      }),
      randomRuns({ few: 5, many: 50 }),
    )
  })
})
