import { describe, expect, test } from 'vitest'
import { given, seats, show, sold } from '#test/support/given.ts'
import { booking, refusedWith } from '#test/support/given-bookings.ts'
import { hours, minutes, time } from '#test/support/times.ts'
import { refundOfChange } from '../change/planners/booking-change.ts'
import { losesAllSeats, signatureOf } from '../change/planners/reseating.ts'
import { planMovedShow } from './move-plan.ts'
import { planOutageOfShows } from './outage-plan.ts'
import { reseatingChange } from './reseating-change.ts'

const TEXTS = { change: 'Changed.', reason: 'Reason: x', consequences: [], refundOffer: [] }
const TERMS = {
  by: { deviceId: 'office', reason: 'x' },
  movie: 'The General',
  isCancelled: false,
  isRescheduled: false,
  refundUntil: null,
  texts: TEXTS,
}

describe('planMovedShow', () => {
  const from = { screenId: 'screen', startsAt: time(hours(3)) }
  const places = (labels: readonly string[]) =>
    given()
      .layout.places.filter(({ label }) => labels.includes(label))
      .map((place) => ({ ...place, id: `new ${place.id}`, layout_id: 'other' }))
  const plan = (labels: readonly string[], ...bookings: ReturnType<typeof booking>[]) =>
    planMovedShow({
      from,
      to: { screenId: 'other', startsAt: from.startsAt },
      bookings,
      places: { from: given().layout.places, to: places(labels) },
    })

  test('keeps all places on the same screen', () => {
    const to = { ...from, startsAt: time(hours(4)) }
    const both = given().layout.places
    const party = booking({ places: ['A1', 'four1'] })
    const [reseating] = planMovedShow({
      from,
      to,
      bookings: [party],
      places: { from: both, to: both },
    })
    expect(reseating).toMatchObject({ isSeated: true, refund: 0 })
    const change = reseatingChange(reseating as never, { ...TERMS, refundUntil: time(hours(1)) })
    expect(change).toMatchObject({
      givenBack: [],
      taken: [],
      payments: [],
      refundUntil: time(hours(1)),
    })
  })

  test('gives the seats and slots of another screen, and refunds a slot that is not there', () => {
    const [reseating] = plan(
      ['A1', 'A2', 'two1'],
      booking({ places: ['A1', 'A2', 'two1', 'four1'] }),
    )
    expect(reseating).toMatchObject({ isSeated: true, isTogether: true, refund: 100 })
    const change = reseatingChange(reseating as never, TERMS)
    expect(change.taken.map(({ place_id, insteadOf }) => [insteadOf, place_id])).toEqual([
      ['A1', 'new A1'],
      ['A2', 'new A2'],
      ['two1', 'new two1'],
    ])
    expect(change.givenBack.filter(({ refund }) => refund !== null)).toEqual([
      { place_id: 'four1', price: 100, refund: 100 },
    ])
    expect(change.isCancelled).toBe(false)
  })

  test('never raises the price, and refunds what a seat is cheaper', () => {
    const [cheaper] = plan(['A1'], booking({ places: ['B1'] }))
    expect(cheaper).toMatchObject({ refund: 30, seats: [{ to: { price: 150 } }] })
    const [dearer] = plan(['B1'], booking({ places: ['A1'] }))
    expect(dearer).toMatchObject({ refund: 0, seats: [{ to: { price: 150 } }] })
  })

  test('lists first who has no seats, and refunds them in full', () => {
    const reseatings = plan(
      ['A1', 'A2'],
      booking({ id: 'first', places: ['A1', 'A2'] }),
      booking({ id: 'second', places: ['A3', 'two1'] }),
    )
    expect(reseatings.map(({ booking: { id } }) => id)).toEqual(['second', 'first'])
    const change = reseatingChange(reseatings[0] as never, { ...TERMS, isCancelled: true })
    expect(change).toMatchObject({ isCancelled: true, isByCinema: true, taken: [] })
    expect(refundOfChange(change)).toBe(200)
  })

  test('names a plan by what changes: bookings that keep their places are left out', () => {
    const all = seats(30)
    const keeps = plan(all, booking({ places: ['A1', 'A2'] }))
    expect(signatureOf(keeps)).toEqual([])
    expect(signatureOf(plan(['A1'], booking({ places: ['A2'] })))).not.toEqual([])
  })
})

describe('planOutageOfShows', () => {
  const plan = (
    state: ReturnType<typeof given>,
    broken: string[],
    ...bookings: ReturnType<typeof booking>[]
  ) => planOutageOfShows({ bookings, states: [state], outIds: new Set(broken), now: time(0) })

  test('gives a party free seats side by side instead of a broken one, and keeps its parking', () => {
    const state = given(sold({ places: ['A1', 'A2', 'two1'] }), sold({ places: ['A3'] }))
    const [outage] = plan(state, ['A1'], booking({ places: ['A1', 'A2', 'two1'] }))
    expect(outage?.reseatings[0]).toMatchObject({ isSeated: true, isTogether: true, refund: 0 })
    const change = reseatingChange(outage?.reseatings[0] as never, TERMS)
    expect(change.givenBack).toMatchObject([
      { place_id: 'A1', refund: null },
      { place_id: 'A2', refund: null },
    ])
    expect(change.taken).toMatchObject([
      { place_id: 'A4', insteadOf: 'A1' },
      { place_id: 'A5', insteadOf: 'A2' },
    ])
  })

  test('refunds a seat for which there is no other one, until booking closes', () => {
    const state = given(sold({ places: seats(30) }))
    const [outage] = plan(state, ['A1'], booking())
    expect(outage).toMatchObject({ refundUntil: time(minutes(150)) })
    expect(outage?.reseatings[0]).toMatchObject({ isSeated: false, refund: 150 })
    expect(losesAllSeats(outage?.reseatings[0] as never)).toBe(false)
  })

  test('cancels a booking that loses all seats with its parking', () => {
    const state = given(sold({ places: [...seats(30), 'two1'] }))
    const [outage] = plan(state, ['A1'], booking({ places: ['A1', 'two1'] }))
    expect(outage?.reseatings[0]).toMatchObject({ refund: 200, slots: [{ to: null }] })
    expect(losesAllSeats(outage?.reseatings[0] as never)).toBe(true)
  })

  test('refuses with CLOSED if a party loses all seats while its vehicle is there', () => {
    const state = given(sold({ places: [...seats(30), 'two1'] }))
    const party = booking({ places: ['A1', 'two1'], arrived: ['two1'] })
    expect(refusedWith(() => plan(state, ['A1'], party))).toBe('CLOSED')
  })

  test('gives no later refund after booking has closed', () => {
    const state = given(show({ startsIn: minutes(20) }), sold({ places: ['A1', 'A2'] }))
    expect(plan(state, ['A1'], booking())[0]?.refundUntil).toBe(null)
  })
})
