import { describe, expect, test } from 'vitest'
import { given, show } from '#test/support/given.ts'
import { booking, contextAt, refusedWith } from '#test/support/given-bookings.ts'
import { hours, minutes, time } from '#test/support/times.ts'
import { differenceOf, idsOf, refundOfChange } from './booking-change.ts'
import { assertRefund, planCancellation, planShowCancellation } from './cancel.ts'

const VISITOR = { by: { deviceId: null } }
const STAFF = { by: { deviceId: 'counter', reason: 'ill' } }
const early = given(show({ startsIn: hours(6) }))
const late = given(show({ startsIn: hours(3) }))

describe('planCancellation', () => {
  test('gives the full price back early, and says until when', () => {
    const change = planCancellation(booking(), VISITOR, contextAt(early))
    expect(change).toMatchObject({ fee: 0, isCancelled: true, deadline: time(hours(2)) })
    expect(change.payments).toEqual([{ kind: 'refund', amount: 300 }])
    expect(idsOf(change.givenBack)).toEqual(['A1', 'A2'])
  })

  test('gives half the price back until the cutoff, and nothing from then on', () => {
    const half = planCancellation(booking(), VISITOR, contextAt(late))
    expect([refundOfChange(half), half.fee, half.deadline]).toEqual([150, 150, time(minutes(150))])
    const none = planCancellation(booking(), VISITOR, contextAt(late, minutes(150)))
    expect([none.payments, none.fee]).toEqual([[], 300])
  })

  test('cancels named places alone', () => {
    const party = booking({ places: ['A1', 'A2', 'four1'] })
    const request = { ...VISITOR, seatIds: ['A2'], slotIds: ['four1'] }
    const change = planCancellation(party, request, contextAt(early))
    expect(change.isCancelled).toBe(false)
    expect(change.givenBack).toEqual([
      { place_id: 'A2', price: 150, refund: 150 },
      { place_id: 'four1', price: 100, refund: 100 },
    ])
    expect(change.notice).toContain('Cancelled: A2, Parking four1. You have been refunded ₹250.')
  })

  test('gives nothing back for parking that was used, unless the refund is full', () => {
    const party = booking({ places: ['A1', 'four1'], used: ['four1'] })
    const visitors = planCancellation(party, VISITOR, contextAt(early))
    expect([refundOfChange(visitors), visitors.fee]).toEqual([150, 100])
    const staffs = planCancellation(party, { ...STAFF, isFull: true }, contextAt(early))
    expect([refundOfChange(staffs), staffs.fee]).toEqual([250, 0])
  })

  test('gives the full price back until a time that the cinema has promised', () => {
    const moved = booking({ full_refund_until: time(hours(1)) })
    const change = planCancellation(moved, VISITOR, contextAt(late))
    expect([refundOfChange(change), change.deadline]).toEqual([300, time(hours(1))])
    const after = planCancellation(moved, VISITOR, contextAt(late, hours(1)))
    expect(refundOfChange(after)).toBe(150)
  })

  test('gives back no larger share than the one that the booking has kept', () => {
    const change = planCancellation(booking({ refund_cap: 50 }), VISITOR, contextAt(early))
    expect([refundOfChange(change), differenceOf(change)]).toEqual([150, -150])
  })

  test('lets staff cancel after the start and after an admission', () => {
    const admitted = booking({ admitted: 2 })
    const context = contextAt(given(show({ startsIn: -hours(1) })))
    expect(planCancellation(admitted, STAFF, context).payments).toEqual([])
    expect(planCancellation(admitted, { ...STAFF, isFull: true }, context)).toMatchObject({
      payments: [{ kind: 'refund', amount: 300 }],
      by: STAFF.by,
      audit: { action: 'booking.cancel', after: { refund: 300, fee: 0, placeIds: ['A1', 'A2'] } },
    })
  })

  test.each([
    ['a booking without places', 'CLOSED', booking({ places: [] }), {}, early],
    ['a cancelled show', 'CLOSED', booking(), {}, given(show({ isCancelled: true }))],
    ['a show that has started', 'CLOSED', booking(), {}, given(show({ startsIn: 0 }))],
    ['seats of people who were let in', 'CLOSED', booking({ admitted: 1 }), {}, early],
    [
      'the slot of a vehicle that is there',
      'CLOSED',
      booking({ places: ['A1', 'two1'], arrived: ['two1'] }),
      { slotIds: ['two1'] },
      early,
    ],
    ['a place of another booking', 'NOT_FOUND', booking(), { seatIds: ['A3'] }, early],
    ['a seat that is named as a slot', 'NOT_FOUND', booking(), { slotIds: ['A1'] }, early],
    ['a place that is named twice', 'INVALID', booking(), { seatIds: ['A1', 'A1'] }, early],
    [
      'the last seat without the parking',
      'INVALID',
      booking({ places: ['A1', 'two1'] }),
      { seatIds: ['A1'] },
      early,
    ],
  ] as const)('refuses %s with %s', (_, code, party, named, state) => {
    const plan = () => planCancellation(party, { ...VISITOR, ...named }, contextAt(state))
    expect(refusedWith(plan)).toBe(code)
  })
})

test('planShowCancellation gives everything back, also after an admission and for used parking', () => {
  const party = booking({ places: ['A1', 'four1'], admitted: 1, used: ['four1'], refund_cap: 0 })
  const context = contextAt(given(show({ isCancelled: true })))
  const by = { deviceId: 'office', reason: 'Leak' }
  const change = planShowCancellation(party, { by, refundFor: 'all', newVoucher: null }, context)
  expect(change).toMatchObject({ fee: 0, isCancelled: true, isByCinema: true })
  expect(refundOfChange(change)).toBe(250)
  expect(change.notice).toContain('The cinema has cancelled this show.')
  expect(change.notice).toContain('Reason: Leak')
})

test('planShowCancellation refunds only bookings with people who were let in, if it is for them [S-1050]', () => {
  const context = contextAt(given(show({ isCancelled: true })))
  const terms = {
    by: { deviceId: 'office', reason: 'Leak' },
    refundFor: 'admitted' as const,
    newVoucher: null,
  }
  const absent = planShowCancellation(booking(), terms, context)
  const present = planShowCancellation(booking({ admitted: 1 }), terms, context)

  expect(absent).toMatchObject({ fee: 300, payments: [], isCancelled: true })
  expect(absent.notice).toContain('There is no refund.')
  expect(refundOfChange(present)).toBe(300)
})

test('assertRefund refuses another refund with the right one', () => {
  const change = planCancellation(booking(), VISITOR, contextAt(early))
  expect(() => assertRefund(300, change)).not.toThrow()
  expect(() => assertRefund(299, change)).toThrow('The refund is ₹300')
})
