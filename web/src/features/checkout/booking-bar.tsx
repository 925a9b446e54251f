import { totalCost } from '@marquee/contract/bookings/checkout-form'
import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats/seats'
import { formatRupees } from '@marquee/contract/text/money'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { type FormEvent, type ReactNode, useRef } from 'react'

interface Props {
  seats: Seat[]
  slots: ParkingSlot[]
  phone: string
  timeLeft: ReactNode
  /** The button to proceed. */
  action: ReactNode
  onPhone: (phone: string) => void
}

/**
 * The phone number and the button to proceed. On a narrow screen they stick to the bottom with a short summary, and the field appears
 * with the first seat.
 */
export function BookingBar({ seats, slots, phone, timeLeft, action, onPhone }: Props) {
  const bar = useRef<HTMLElement>(null)
  const proceed = (event: FormEvent) => {
    event.preventDefault()
    bar.current?.querySelector<HTMLElement>('button')?.click()
  }
  return (
    <aside
      ref={bar}
      aria-label="Your booking"
      data-chosen={seats.length > 0 || undefined}
      className="booking-bar mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-x-4 lg:panel lg:mt-0 lg:grid lg:gap-4 lg:p-5"
    >
      <section
        aria-labelledby="contact"
        className={`w-full short:order-1 short:w-auto ${seats.length === 0 ? 'max-lg:hidden' : ''}`}
      >
        <h2 id="contact" className="mb-3 text-lg max-lg:sr-only">
          Contact Information
        </h2>
        <form noValidate onSubmit={proceed}>
          <Field
            id="phone"
            label="Phone Number"
            type="tel"
            autoComplete="tel"
            enterKeyHint="go"
            placeholder="+91 98765 43210"
            maxLength={20}
            required
            value={phone}
            onChange={({ target }) => onPhone(target.value)}
            className="max-lg:grid-cols-[auto_minmax(0,1fr)] max-lg:items-center max-lg:gap-x-3"
          />
        </form>
      </section>
      <div className="flex-1 basis-20 leading-tight lg:text-center">
        <p className="tabular text-lg font-semibold text-brass-bright lg:hidden">
          {formatRupees(totalCost({ seats, slots }))}
        </p>
        <p className="line-clamp-2 text-sm lg:hidden">
          {seats.map(({ seatNumber }) => seatNumber).join(', ') || 'No seats selected'}
        </p>
        {timeLeft}
      </div>
      <div className="lg:grid short:order-2">{action}</div>
    </aside>
  )
}
