import type { StaffBooking } from '@marquee/contract/office/bookings'
import type { PlannedBooking } from '@marquee/contract/office/shows/show-moves'
import type { Show, StaffPlace } from '@marquee/contract/office/shows/shows'

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

/** A booking of a plan. Without other changes it gets the seat B1 for A1. */
export function createPlannedBooking(
  reference: string,
  changes: Partial<PlannedBooking> = {},
): PlannedBooking {
  const { seats = [{ from: 'A1', to: 'B1' }] } = changes
  return {
    _id: reference,
    reference,
    channel: 'web',
    isTogether: true,
    losesAccess: false,
    losesSeats: seats.some(({ to }) => to === null),
    hasEmail: true,
    refund: 0,
    slots: [],
    isCancelled: seats.every(({ to }) => to === null),
    seats,
    ...changes,
  }
}

export const createBooking = (changes: Partial<StaffBooking> = {}): StaffBooking => ({
  _id: 'b1',
  reference: 'MQ-1',
  channel: 'counter',
  payment: 'cash',
  paidByVoucher: 0,
  paymentReason: null,
  movie: { _id: 'm1', name: 'Amaran', rating: 'UA' },
  showtime: {
    _id: 'show-1',
    screen: 'Screen 1',
    startTime: '2026-12-01T13:00:00.000Z',
    endTime: '2026-12-01T15:00:00.000Z',
  },
  seats: ['A1', 'A2'].map((label) => ({ _id: label, label, category: 'Standard', price: 150 })),
  slots: [],
  totalCost: 300,
  refunded: 0,
  createdAt: '2026-11-30T10:00:00.000Z',
  contact: { name: null, email: null, phone: null },
  refusedEmail: null,
  admitted: 0,
  admittedAt: null,
  cancelled: false,
  ...changes,
})
