import type { Show, StaffPlace } from '@marquee/contract/office/shows'

const counts = { capacity: 100, sold: 40, held: 2, blocked: 1, outOfService: 0 }

export const createShow = (changes: Partial<Show> = {}): Show => ({
  _id: 'show-1',
  screen: { _id: 's1', name: 'Screen 1' },
  movie: { _id: 'm1', name: 'Amaran', duration: 120, rating: 'UA' },
  startTime: '2026-12-01T13:00:00.000Z',
  endTime: '2026-12-01T15:00:00.000Z',
  bookingClosesAt: '2026-12-01T12:50:00.000Z',
  seats: counts,
  slots: { ...counts, sold: 5 },
  admitted: 10,
  attention: [],
  cancelled: null,
  ...changes,
})

export const createPlace = (label: string, changes: Partial<StaffPlace> = {}): StaffPlace => ({
  _id: label,
  kind: 'seat',
  label,
  category: 'Standard',
  price: 150,
  status: 'AVAILABLE',
  ...changes,
})
