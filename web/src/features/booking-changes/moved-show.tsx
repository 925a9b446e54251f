import { useNow } from '@marquee/browser/clock.ts'
import type { Booking } from '@marquee/contract/bookings'
import { formatDate, formatDateTime, formatTime } from '@marquee/contract/time'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { lazy, Suspense, useRef, useState } from 'react'
import { isBookingKept, keepBooking } from '#lib/kept-bookings.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { Button } from '#ui/button.tsx'
import { fullRefundText } from './full-refund-text.ts'

const CancelOwnBooking = lazy(async () => ({
  default: (await import('./cancel-own-booking.tsx')).CancelOwnBooking,
}))

const CLOCK_MS = 10_000

export interface BookingOfMovedShow {
  reference: string
  /** ISO 8601. */
  startTime: string
  screen: string
  moved: NonNullable<Booking['moved']>
}

interface Props {
  userId: string
  booking: BookingOfMovedShow
  /** Called when places were cancelled. */
  onCancelled: () => void
}

/** Says what the cinema has changed, and asks until the deadline whether the visitor keeps the booking. Nothing after the start of the show. */
export function MovedShow({ userId, booking, onCancelled }: Props) {
  const { reference, startTime, moved } = booking
  const [isKept, setKept] = useState(() => isBookingKept(reference, startTime))
  const [isCancelling, setCancelling] = useState(false)
  const now = useNow(CLOCK_MS)
  const textRef = useRef<HTMLParagraphElement>(null)
  if (now >= Date.parse(startTime)) return null
  const isAsked = !isKept && now < Date.parse(moved.fullRefundUntil)

  const keep = () => {
    keepBooking(reference, startTime)
    setKept(true)
    // The button with the focus goes away.
    textRef.current?.focus()
  }
  return (
    <section
      aria-label="This show has moved"
      className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded border border-wait/50 bg-velvet p-4 sm:p-5 print:hidden"
    >
      <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-wait" />
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <p ref={textRef} tabIndex={-1} className="font-semibold outline-none">
          {changeText(booking)}
        </p>
        {isAsked && (
          <p className="text-sm text-ash">
            If that suits you, there is nothing to do. {fullRefundText(moved)}
          </p>
        )}
        {isAsked && (
          <div className="mt-2 flex flex-wrap gap-3">
            <Button onClick={keep}>Keep My Booking</Button>
            <Button variant="quiet" aria-haspopup="dialog" onClick={() => setCancelling(true)}>
              Cancel for a Full Refund
            </Button>
          </div>
        )}
      </div>
      {isCancelling && (
        <Suspense>
          <CancelOwnBooking
            {...{ userId, reference, onCancelled }}
            onClose={() => setCancelling(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** ‘This show now starts at 8:30 PM instead of 6:30 PM.’ The day is named only if it is another one. */
function changeText({ startTime, screen, moved }: BookingOfMovedShow) {
  const { timeZone } = siteSettings
  const [now, before] = [Date.parse(startTime), Date.parse(moved.startTime)]
  const isSameDay = formatDate(now, timeZone) === formatDate(before, timeZone)
  const moment = (instant: number) =>
    isSameDay ? formatTime(instant, timeZone) : formatDateTime(instant, timeZone)
  const time = `This show now starts ${isSameDay ? 'at' : 'on'} ${moment(now)} instead of ${moment(before)}.`
  return screen === moved.screen ? time : `${time} It is on ${screen} instead of ${moved.screen}.`
}
