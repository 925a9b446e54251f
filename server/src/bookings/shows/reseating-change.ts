import {
  type BookingChange,
  type ChangedBy,
  changeOf,
  idsOf,
  paymentsOf,
} from '../change/planners/booking-change.ts'
import type { ReseatingTexts } from '../change/planners/change-texts.ts'
import { allOf, type Reseating, replacedPlaces } from '../change/planners/reseating.ts'

interface ReseatingTerms {
  by: ChangedBy
  movie: string
  isCancelled: boolean
  isRescheduled: boolean
  refundUntil: number | null
  /** Where the show was and is, for the audit. Left out if that stays. */
  before?: object
  after?: object
  texts: ReseatingTexts
}

/** The change of a booking whose places the cinema replaces. */
export function reseatingChange(
  reseating: Reseating,
  { by, movie, before, after, texts, ...terms }: ReseatingTerms,
): BookingChange {
  const { booking, refund } = reseating
  const { change, reason, consequences, refundOffer } = texts
  const { showtime_id: showtimeId } = booking
  const replaced = replacedPlaces(reseating)
  const places = allOf(reseating)
  return changeOf(booking, by, {
    ...terms,
    isByCinema: terms.isCancelled,
    givenBack: replaced.map(({ from: { place_id, price }, to, refund: amount }) => ({
      place_id,
      price,
      refund: to === null ? amount : null,
    })),
    taken: replaced.flatMap(({ to }) => to ?? []),
    payments: paymentsOf({ refund }),
    audit: {
      action: 'booking.reseat',
      before: { showtimeId, ...before, placeIds: idsOf(places.map(({ from }) => from)) },
      after: {
        showtimeId,
        ...after,
        placeIds: idsOf(places.flatMap(({ to }) => to ?? [])),
        refund,
      },
    },
    notice: [`${movie}.`, change, ...consequences, ...refundOffer, reason].join(' '),
    mail: [change, reason, ...consequences],
  })
}
