import type { Booking } from '@marquee/contract/bookings/bookings'
import { formatDate, formatNearMoment, formatTime, type LocalClock } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { useRef, useState } from 'react'
import { acceptMove, isMoveAccepted } from '#lib/accepted-moves.ts'
import { useBooking } from '#lib/api/bookings.queries.ts'
import { describeRefundTerms } from '#lib/refund-terms.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Loading } from '#ui/loading.tsx'
import { CancelDialog } from './cancel-dialog.tsx'

const CLOCK_MS = 10_000

interface BookingChangedByCinema extends Pick<Booking, 'moved' | 'lostSeats' | 'fullRefundUntil'> {
  reference: string
  /** ISO 8601. */
  startTime: string
  screen: string
}

interface Props {
  userId: string
  booking: BookingChangedByCinema
  /** Called when places were cancelled. */
  onCancelled: () => void
}

/** Says what the cinema has changed, and until when the visitor can cancel for a full refund. Nothing after the start of the show. */
export const CinemaChange = (props: Props) => (
  // Each move asks again.
  <ChangeMessage key={props.booking.startTime} {...props} />
)

function ChangeMessage({ userId, booking, onCancelled }: Props) {
  const { reference, startTime, moved, lostSeats, fullRefundUntil } = booking
  const [isAccepted, setAccepted] = useState(() => isMoveAccepted(reference, startTime))
  const [isCancelling, setCancelling] = useState(false)
  const now = useNow(CLOCK_MS)
  const textRef = useRef<HTMLParagraphElement>(null)
  const isRefundable = fullRefundUntil !== undefined && now < Date.parse(fullRefundUntil)
  const hasLostSeats = isRefundable && lostSeats === true
  if (now >= Date.parse(startTime) || !(moved || hasLostSeats)) return null
  // The visitor may have accepted the move before the seats were lost.
  const isAsked = isRefundable && (hasLostSeats || !isAccepted)

  const keep = () => {
    acceptMove(reference, startTime)
    setAccepted(true)
    // The button with the focus goes away.
    textRef.current?.focus()
  }
  return (
    <section
      aria-label={hasLostSeats ? 'Your seats have changed' : 'This show has moved'}
      className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded border border-wait/50 bg-velvet p-4 sm:p-5 print:hidden"
    >
      <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-wait" />
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        {moved && (
          <p ref={textRef} tabIndex={-1} className="font-semibold outline-none">
            {moveText({ ...booking, moved }, { now, timeZone: siteSettings.timeZone })}
          </p>
        )}
        {hasLostSeats && (
          <p className="font-semibold">
            Some of your seats are out of service, and no others were free.
          </p>
        )}
        {isAsked && (
          <p className="text-sm text-ash">
            {hasLostSeats
              ? 'You have been refunded for them.'
              : "If that works for you, you don't need to do anything."}{' '}
            {describeRefundTerms(booking, now)}
          </p>
        )}
        {isAsked && (
          <div className="mt-2 flex flex-wrap gap-3">
            {!hasLostSeats && <Button onClick={keep}>Keep My Booking</Button>}
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setCancelling(true)}>
              Cancel for a Full Refund
            </Button>
          </div>
        )}
      </div>
      {isCancelling && (
        <CancelOwnBooking
          userId={userId}
          reference={reference}
          onCancelled={onCancelled}
          onClose={() => setCancelling(false)}
        />
      )}
    </section>
  )
}

/** ‘This show now starts at 8:30 PM instead of 6:30 PM.’ The day is named only if it is another one. */
function moveText(
  { startTime, screen, moved }: BookingChangedByCinema & { moved: NonNullable<Booking['moved']> },
  clock: LocalClock,
) {
  const { timeZone } = clock
  const [after, before] = [Date.parse(startTime), Date.parse(moved.startTime)]
  const isSameDay = formatDate(after, timeZone) === formatDate(before, timeZone)
  const moment = (instant: number) =>
    isSameDay ? formatTime(instant, timeZone) : formatNearMoment(instant, clock)
  const time = `This show now starts at ${moment(after)} instead of ${moment(before)}.`
  return screen === moved.screen ? time : `${time} It is on ${screen} instead of ${moved.screen}.`
}

interface CancelOwnBookingProps {
  userId: string
  reference: string
  onCancelled: () => void
  onClose: () => void
}

/** The dialog that cancels a booking, where only its reference is known. */
function CancelOwnBooking({ userId, reference, onCancelled, onClose }: CancelOwnBookingProps) {
  const { data: booking, error, isFetching, refetch } = useBooking({ userId, reference })
  if (booking)
    return (
      <CancelDialog userId={userId} booking={booking} onCancelled={onCancelled} onClose={onClose} />
    )
  return (
    <Dialog
      title="Cancel Booking"
      onClose={onClose}
      actions={
        <>
          {error && (
            <Button busy={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {error ? (
        <div className="mt-5 text-center">
          <ErrorText>{error.message}</ErrorText>
        </div>
      ) : (
        <Loading>Loading your booking...</Loading>
      )}
    </Dialog>
  )
}
