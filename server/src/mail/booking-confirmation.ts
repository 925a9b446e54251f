import { rupees } from '@marquee/contract/money'
import type { Mail } from './mail.ts'

export interface Confirmed {
  to: string
  brandName: string
  movie: string
  screen: string
  /** Date and time as the cinema's own clock shows them. */
  date: string
  time: string
  seats: string[]
  slots: string[]
  reference: string
  /** Rupees. */
  total: number
}

/** What a buyer gets to keep. */
export function bookingConfirmation(booking: Confirmed): Mail {
  const { to, brandName, movie, screen, date, time, seats, slots, reference, total } = booking
  const lines = [
    `Your booking reference is ${reference}.`,
    '',
    movie,
    `${date}, ${time}, ${screen}`,
    `Seats: ${seats.join(', ')}`,
    ...(slots.length > 0 ? [`Parking: ${slots.join(', ')}`] : []),
    `Paid: ${rupees(total)}`,
    '',
    'Show the reference at the door. Enjoy the film!',
    brandName,
  ]
  return { to, subject: `${brandName}: ${movie}, ${reference}`, text: `${lines.join('\n')}\n` }
}
