import { expect, test } from 'vitest'
import { given, show } from '#test/support/given.ts'
import { booking, contextAt, refusedWith } from '#test/support/given-bookings.ts'
import { hours } from '#test/support/times.ts'
import { planNewPasses, planVehicle } from './details.ts'

const party = booking({ places: ['A1', 'four1'] })
const vehicle = { slotId: 'four1', vehicleNumber: 'TN02CD5678' }

test('planVehicle changes the vehicle of a slot also after the start, and the audit has no number', () => {
  const change = planVehicle(party, vehicle, contextAt(given(show({ startsIn: -hours(1) }))))
  expect(change).toMatchObject({ vehicle, givenBack: [], taken: [], payments: [] })
  expect(change.audit).toEqual({ action: 'booking.change-vehicle', after: { slotId: 'four1' } })
  expect(change.notice).not.toContain(vehicle.vehicleNumber)
})

test.each([
  ['a slot of another booking', 'NOT_FOUND', party, { slotId: 'four2' }, given()],
  ['a seat', 'NOT_FOUND', party, { slotId: 'A1' }, given()],
  ['a cancelled show', 'CLOSED', party, {}, given(show({ isCancelled: true }))],
  ['a show that has ended', 'CLOSED', party, {}, given(show({ startsIn: -hours(2) }))],
  [
    'a vehicle that is there',
    'CLOSED',
    booking({ places: ['A1', 'four1'], arrived: ['four1'] }),
    {},
    given(),
  ],
] as const)('planVehicle refuses %s with %s', (_, code, one, changes, state) => {
  const plan = () => planVehicle(one, { ...vehicle, ...changes }, contextAt(state))
  expect(refusedWith(plan)).toBe(code)
})

test('planNewPasses replaces the passes and says so', () => {
  const change = planNewPasses(party, { deviceId: null }, contextAt(given()))
  expect(change).toMatchObject({ hasNewPasses: true, givenBack: [], payments: [] })
  expect(change.mail).toEqual(['Your tickets have new codes. The old ones no longer work.'])
})
