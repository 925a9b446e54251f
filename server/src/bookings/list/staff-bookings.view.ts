import type { FoundBooking, StaffBooking } from '@marquee/contract/office/bookings'
import { bookedPlaceNames } from '@marquee/contract/office/shows/place-names'
import { endOfShow, formatInstant } from '@marquee/contract/time'
import { seatsInOrder } from './bookings.view.ts'
import type { StaffBookingRow, StaffPlaceRow } from './staff-bookings.sql.ts'

interface Admitted {
  count: number
  last_at: number | null
}

export const staffBookingView = (
  row: StaffBookingRow & { isCancelled: boolean; refusedEmail: string | null },
  places: StaffPlaceRow[],
  { count, last_at }: Admitted,
): StaffBooking => ({
  _id: row.id,
  reference: row.reference,
  channel: row.channel,
  payment: row.payment_method,
  paidByVoucher: row.voucher_amount,
  paymentReason: row.payment_reason,
  movie: { _id: row.movie_id, name: row.movie, rating: row.rating },
  showtime: {
    _id: row.showtime_id,
    startTime: formatInstant(row.starts_at),
    screen: row.screen,
    endTime: formatInstant(endOfShow(row.starts_at, row.duration)),
  },
  seats: seatsInOrder(places).map(({ place_id, label, category, price }) => ({
    _id: place_id,
    label,
    category: category ?? '',
    price,
  })),
  slots: places.flatMap(({ place_id, kind, label, price, vehicle_number }) =>
    kind === 'seat'
      ? []
      : { _id: place_id, label, type: kind, price, vehicleNumber: vehicle_number },
  ),
  totalCost: row.total_cost,
  refunded: row.refunded,
  createdAt: formatInstant(row.created_at),
  contact: { name: row.name, email: row.email, phone: row.phone },
  refusedEmail: row.refusedEmail,
  admitted: count,
  admittedAt: count > 0 && last_at !== null ? formatInstant(last_at) : null,
  cancelled: row.isCancelled,
})

export const foundBookingView = (row: StaffBookingRow, places: StaffPlaceRow[]): FoundBooking => ({
  _id: row.id,
  reference: row.reference,
  channel: row.channel,
  movie: row.movie,
  screen: row.screen,
  startTime: formatInstant(row.starts_at),
  name: row.name,
  places: bookedPlaceNames({
    seats: seatsInOrder(places),
    slots: places.filter(({ kind }) => kind !== 'seat'),
  }),
  payment: row.payment_method,
  totalCost: row.total_cost,
  createdAt: formatInstant(row.created_at),
})
