import { formatRupees } from '@marquee/contract/money'
import { slotTypeName } from '@marquee/contract/parking'
import { formatDate, formatTime } from '@marquee/contract/time'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type ConfirmedPlace, selectConfirmedPlaces } from './booking-confirmation.sql.ts'

/** Composes the confirmations of bookings. Returns subject and text by booking. */
export async function composeConfirmations({ reader, config }: Context, bookingIds: string[]) {
  const { rows } = await selectConfirmedPlaces(reader, bookingIds)
  const byBooking = Map.groupBy(rows, ({ booking_id }) => booking_id)
  return new Map([...byBooking].map(([id, places]) => [id, bookingConfirmation(config, places)]))
}

/** The mail that a buyer receives, with the time in the time zone of the cinema. `places` are those of one booking, at least one. */
export function bookingConfirmation(
  { brandName, timeZone }: Pick<Config, 'brandName' | 'timeZone'>,
  places: ConfirmedPlace[],
) {
  const [{ reference, movie, starts_at: startsAt, screen, total_cost: totalCost }] = places as [
    ConfirmedPlace,
  ]
  const seats = places.filter(({ kind }) => kind === 'seat').map(({ label }) => label)
  const slots = places.flatMap(({ kind, label, vehicle_number: vehicleNumber }) =>
    kind === 'seat'
      ? []
      : `${label} (${[slotTypeName(kind), vehicleNumber].filter(Boolean).join(', ')})`,
  )
  const lines = [
    `Your booking reference is ${reference}.`,
    '',
    movie,
    `${formatDate(startsAt, timeZone)}, ${formatTime(startsAt, timeZone)}, ${screen}`,
    `Seats: ${seats.join(', ')}`,
    ...(slots.length > 0 ? [`Parking: ${slots.join(', ')}`] : []),
    `Paid: ${formatRupees(totalCost)}`,
    '',
    'Show the reference at the door. Enjoy the movie!',
    brandName,
  ]
  return { subject: `${brandName}: ${movie}, ${reference}`, text: `${lines.join('\n')}\n` }
}
