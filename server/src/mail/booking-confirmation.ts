import type { Booking } from '@marquee/contract/bookings'
import { formatRupees } from '@marquee/contract/money'
import { formatDate, formatTime } from '@marquee/contract/time'
import type { Config } from '../config.ts'
import type { Mail } from './mail.ts'

/** The email that a buyer receives, with the time in the time zone of the cinema. */
export function bookingConfirmation(
  { brandName, timeZone }: Pick<Config, 'brandName' | 'timeZone'>,
  { booking, email, userId }: { booking: Booking; email: string; userId: string },
): Mail {
  const { bookingReference: reference, movieId: movie, showtimeId: showtime } = booking
  const startsAt = Date.parse(showtime.startTime)
  const slots = booking.parkingSlots.map(({ slotNumber }) => slotNumber)
  const lines = [
    `Your booking reference is ${reference}.`,
    '',
    movie.name,
    `${formatDate(startsAt, timeZone)}, ${formatTime(startsAt, timeZone)}, ${showtime.screen}`,
    `Seats: ${booking.seats.map(({ seatNumber }) => seatNumber).join(', ')}`,
    ...(slots.length > 0 ? [`Parking: ${slots.join(', ')}`] : []),
    `Paid: ${formatRupees(booking.totalCost)}`,
    '',
    'Show the reference at the door. Enjoy the movie!',
    brandName,
  ]
  const subject = `${brandName}: ${movie.name}, ${reference}`
  return { kind: 'booking', userId, to: email, subject, text: `${lines.join('\n')}\n` }
}
