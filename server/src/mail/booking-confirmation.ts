import { formatRupees } from '@marquee/contract/money'
import type { Mail } from './mail.ts'

interface ConfirmedBooking {
  to: string
  brandName: string
  movie: string
  screen: string
  /** Date and time in the time zone of the cinema. */
  date: string
  time: string
  seats: string[]
  slots: string[]
  reference: string
  /** Rupees. */
  total: number
}

/** The email that a buyer receives. */
export function bookingConfirmation(booking: ConfirmedBooking): Mail {
  const { to, brandName, movie, screen, date, time, seats, slots, reference, total } = booking
  const lines = [
    `Your booking reference is ${reference}.`,
    '',
    movie,
    `${date}, ${time}, ${screen}`,
    `Seats: ${seats.join(', ')}`,
    ...(slots.length > 0 ? [`Parking: ${slots.join(', ')}`] : []),
    `Paid: ${formatRupees(total)}`,
    '',
    'Show the reference at the door. Enjoy the movie!',
    brandName,
  ]
  return { to, subject: `${brandName}: ${movie}, ${reference}`, text: `${lines.join('\n')}\n` }
}
