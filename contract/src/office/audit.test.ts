import { expect, test } from 'vitest'
import { actorName, shownAction } from './audit.ts'

test.each([
  ['booking.reseat', { placeIds: [] }, 'booking.cancel'],
  ['booking.reseat', { placeIds: ['a1'] }, 'booking.reseat'],
  ['seats.out-of-service', { placeIds: [] }, 'seats.out-of-service'],
  ['booking.sell', null, 'booking.sell'],
] as const)('shownAction of %s that leaves %j is %s', (action, after, shown) => {
  expect(shownAction({ action, after: after && { ...after } })).toBe(shown)
})

test.each([
  ['booking', { _id: 'd1', name: 'Box office' }, null, 'Box office'],
  ['booking', { _id: 'd1', name: 'Box office' }, { _id: 'p1', name: 'Asha' }, 'Asha, Box office'],
  ['booking', { _id: 'd1', name: 'Box office' }, { _id: 'p1', name: '' }, 'Box office'],
  ['booking', null, null, 'Visitor'],
  ['showtime', null, null, 'Server'],
] as const)('an action on a %s by %j and %j is by %s', (subjectType, device, person, name) => {
  expect(actorName({ subjectType, device, person })).toBe(name)
})
