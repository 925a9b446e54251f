import { slotsCost } from '@marquee/contract/bookings/checkout-form'
import { DEFAULT_SCREEN } from '@marquee/contract/movies/showtimes-route'
import { SLOT_TYPES, slotPrice, slotTypeName } from '@marquee/contract/parking-slots'
import { formatRupees } from '@marquee/contract/text/money'
import BadgeCheck from 'lucide-react/icons/badge-check'
import type { ReactNode } from 'react'
import { NearDateTime, useLocalClock } from '#lib/date-time.tsx'
import { describeRefundTerms } from '#lib/refund-terms.ts'
import type { PendingOrder } from './pending-order.ts'
import './order-details.css'

interface Props {
  order: PendingOrder
  poster: ReactNode
  email: string | undefined
}

/** The order summary, drawn as a ticket: the showtime above the perforation, the price below it. */
export function OrderDetails({ order, poster, email }: Props) {
  const { bookingData, movieDetails, showtimeDetails, selectedSeats, selectedParking } = order
  const { now } = useLocalClock()
  const phone = bookingData.phone || bookingData.parkingDetails?.phone
  const slots = SLOT_TYPES.flatMap((type) => selectedParking[type])
  const vehicleNumbers = new Map(
    bookingData.parkingSlots.map(({ slotId, vehicleNumber }) => [slotId, vehicleNumber]),
  )
  return (
    <section aria-labelledby="order" className="order-details">
      <div className="order-details-show">
        <h2 id="order" className="order-details-eyebrow">
          Order Summary
        </h2>
        <div className="flex gap-5">
          <div className="w-[min(5rem,25%)] shrink-0 overflow-hidden rounded sm:w-28 short:max-lg:w-16">
            {poster}
          </div>
          <div className="min-w-0">
            <p className="title text-xl sm:display sm:text-3xl">{movieDetails.name}</p>
            <p className="mt-1">{showtimeDetails.screen || DEFAULT_SCREEN}</p>
            <p className="tabular mt-1">
              <NearDateTime instant={showtimeDetails.startTime} />
            </p>
          </div>
        </div>
        <dl className="mt-5 grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <Line name="Seats">{selectedSeats.map(({ seatNumber }) => seatNumber).join(', ')}</Line>
          {slots.length > 0 && (
            <Line name="Parking">
              {slots.map(({ _id, type, slotNumber }) => (
                <span key={_id} className="block">
                  {[slotNumber, slotTypeName(type), vehicleNumbers.get(_id)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              ))}
            </Line>
          )}
          {phone && (
            <Line name="Phone">
              {phone}{' '}
              {bookingData.phoneVerified && (
                <span className="inline-flex items-center gap-1 align-bottom text-sm">
                  <BadgeCheck aria-hidden="true" className="size-4" />
                  <span>Verified</span>
                </span>
              )}
            </Line>
          )}
          {email && (
            <Line name="Email" className="sm:col-span-2">
              {email}
            </Line>
          )}
        </dl>
      </div>
      <div className="order-details-stub">
        <dl className="tabular grid gap-2">
          <Cost name={`Seats (${selectedSeats.length})`}>
            {selectedSeats.reduce((sum, { price }) => sum + price, 0)}
          </Cost>
          {SLOT_TYPES.map((type) => {
            const slots = selectedParking[type]
            if (slots.length === 0) return null
            const name = `${slotTypeName(type)} Parking (${slots.length} × ${formatRupees(slotPrice(type))})`
            return (
              <Cost key={type} name={name}>
                {slotsCost(slots)}
              </Cost>
            )
          })}
        </dl>
        <p className="order-details-total">
          <span>Total Cost</span>
          <span className="tabular text-2xl">{formatRupees(bookingData.totalCost)}</span>
        </p>
        <p className="mt-3 text-sm">{describeRefundTerms(showtimeDetails, now)}</p>
      </div>
    </section>
  )
}

interface LineProps {
  name: string
  className?: string
  children: ReactNode
}

function Line({ name, className = '', children }: LineProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="order-details-eyebrow">{name}</dt>
      <dd className="wrap-anywhere font-medium">{children}</dd>
    </div>
  )
}

/** Rupees. */
function Cost({ name, children }: { name: string; children: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{name}</dt>
      <dd className="whitespace-nowrap">{formatRupees(children)}</dd>
    </div>
  )
}
