import type { Booking } from '@marquee/contract/bookings/bookings'
import { fullRefundEnd } from '@marquee/contract/bookings/refund-policy'
import { posterPath } from '@marquee/contract/movies/poster-path'
import { sortBySeatNumber } from '@marquee/contract/seats/seat-rows'
import { formatInstant, formatIsoDate } from '@marquee/contract/time'
import type { BookedPlaceDetailsRow, BookingDetailsRow } from './bookings.sql.ts'

/** The stored position of a retired seat is an old one. */
export const seatsInOrder = <P extends Pick<BookedPlaceDetailsRow, 'kind' | 'label'>>(
  places: readonly P[],
) =>
  sortBySeatNumber(
    places.filter(({ kind }) => kind === 'seat'),
    ({ label }) => label,
  )

/** A booking as its owner sees it. */
export function bookingView(
  row: BookingDetailsRow,
  places: BookedPlaceDetailsRow[],
  timeZone: string,
): Booking {
  return {
    _id: row.id,
    movieId: {
      _id: row.movie_id,
      name: row.name,
      genre: row.genre,
      duration: row.duration,
      imageUrl: row.image_url,
      image: posterPath(row.image_url),
    },
    showtimeId: {
      _id: row.showtime_id,
      date: formatIsoDate(row.starts_at, timeZone),
      startTime: formatInstant(row.starts_at),
      screen: row.screen,
      ...(row.cutoff_minutes !== null && { cutoffMinutes: row.cutoff_minutes }),
    },
    seats: seatsInOrder(places).map(({ place_id, label, category }) => ({
      _id: place_id,
      seatNumber: label,
      category: category ?? '',
    })),
    parkingSlots: places.flatMap(({ place_id, kind, label, vehicle_number }) =>
      kind === 'seat'
        ? []
        : [{ _id: place_id, slotNumber: label, type: kind, vehicleNumber: vehicle_number }],
    ),
    phone: row.phone,
    bookingReference: row.reference,
    totalCost: row.total_cost,
    ...(row.refunded && { refunded: row.refunded }),
    paymentStatus: row.payment_status,
    createdAt: formatInstant(row.created_at),
    ...(row.isCancelled && { cancelled: true as const }),
    ...(row.cancelled_by === 'cinema' && {
      cancelledByCinema: { reason: row.cancellation_reason ?? null },
    }),
    ...(row.refusedEmail !== undefined && { refusedEmail: row.refusedEmail }),
    ...(row.isCancelled
      ? {}
      : { ...movedView(row), ...fullRefundView(row), ...refundCapView(row) }),
  }
}

const movedView = ({ movedFrom }: BookingDetailsRow): Pick<Booking, 'moved'> =>
  movedFrom
    ? {
        moved: {
          startTime: formatInstant(movedFrom.from_starts_at),
          screen: movedFrom.from_screen,
        },
      }
    : {}

const refundCapView = ({
  refund_cap: cap = null,
}: BookingDetailsRow): Pick<Booking, 'refundCap'> => (cap === null ? {} : { refundCap: cap })

const fullRefundView = ({
  full_refund_until: until = null,
  starts_at: startsAt,
  hasLostSeats,
}: BookingDetailsRow): Pick<Booking, 'fullRefundUntil' | 'lostSeats'> =>
  until === null
    ? {}
    : {
        fullRefundUntil: formatInstant(fullRefundEnd(until, startsAt)),
        ...(hasLostSeats && { lostSeats: true as const }),
      }
