import { slotsCost } from '@marquee/contract/bookings/checkout-form'
import type { SlotType } from '@marquee/contract/parking'
import { formatRupees } from '@marquee/contract/text/money'
import { formatTime } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import type { ReactNode, RefObject } from 'react'
import { NearDateTime, NearMoment } from '#lib/date-time.tsx'
import { siteSettings } from '#lib/site-settings.ts'
import type { SeatChange } from './use-seat-change.ts'

interface NewShow {
  /** ISO 8601. */
  startTime: string
  /** The parking of the booking. It is given back at its full price. */
  droppedSlots: { type: SlotType }[]
}

interface Props {
  change: SeatChange
  oldSeatNumbers: string[]
  newSeatNumbers: string[]
  /** Set if the new seats are those of another showtime. */
  newShow?: NewShow | undefined
  timeLeft: ReactNode
}

interface SummaryProps extends Props {
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** The old and the new seats, what they cost, and on wide screens the button that changes them. */
export function ChangeSummary(props: SummaryProps) {
  const { change, oldSeatNumbers, newSeatNumbers, newShow, timeLeft, headingRef } = props
  const { text, preview, error } = change
  return (
    <section aria-labelledby="change" className="panel p-5 sm:p-7">
      <h2 ref={headingRef} id="change" tabIndex={-1} className="text-xl outline-none">
        Your New Seats
      </h2>
      <dl className="mt-4 grid grid-cols-[6rem_minmax(0,1fr)] gap-y-2">
        <dt className="text-ash">Old seats</dt>
        <dd className="font-semibold">{oldSeatNumbers.join(', ') || '–'}</dd>
        <dt className="text-ash">New seats</dt>
        <dd className="font-semibold">{newSeatNumbers.join(', ') || '–'}</dd>
        {newShow && (
          <>
            <dt className="text-ash">New time</dt>
            <dd className="font-semibold">
              <NearDateTime instant={newShow.startTime} />
            </dd>
          </>
        )}
      </dl>
      <div role="status" className="mt-4 min-h-14">
        <p className={preview && 'text-lg font-semibold'}>{text}</p>
        {preview && <ParkingRefund newShow={newShow} />}
        {preview && (
          <p className="mt-1 text-sm text-ash">
            You can change seats until <NearMoment instant={preview.deadline} />.
          </p>
        )}
      </div>
      {timeLeft}
      <div className="mt-4 grid gap-4 max-lg:hidden">
        {error && <ErrorText>{error.message}</ErrorText>}
        <ChangeSeatsButton change={change} newStartTime={newShow?.startTime} />
      </div>
    </section>
  )
}

/** The short summary that sticks to the bottom of a narrow screen. */
export function ChangeBar(props: Props) {
  const { change, oldSeatNumbers, newSeatNumbers, newShow, timeLeft } = props
  return (
    <aside
      aria-label="Your new seats"
      className="booking-bar mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:hidden"
    >
      {change.error && (
        <div className="w-full">
          <ErrorText>{change.error.message}</ErrorText>
        </div>
      )}
      <div className={`min-w-0 flex-1 leading-tight ${newShow ? 'basis-full' : 'basis-36'}`}>
        <p className={change.preview ? 'font-semibold text-brass-bright' : 'text-sm'}>
          {change.text}
        </p>
        {change.preview && <ParkingRefund newShow={newShow} />}
        {newShow && (
          <p className="text-sm">
            <NearDateTime instant={newShow.startTime} />
          </p>
        )}
        {oldSeatNumbers.length > 0 && (
          <p className="truncate text-sm">
            {oldSeatNumbers.join(', ')} → {newSeatNumbers.join(', ') || '–'}
          </p>
        )}
        {timeLeft}
      </div>
      <ChangeSeatsButton change={change} newStartTime={newShow?.startTime} className="max-w-full" />
    </aside>
  )
}

/** The difference of the price contains the parking. */
function ParkingRefund({ newShow }: Pick<Props, 'newShow'>) {
  if (!newShow || newShow.droppedSlots.length === 0) return null
  return (
    <p className="text-sm">
      Includes {formatRupees(slotsCost(newShow.droppedSlots))} back for your parking.
    </p>
  )
}

interface ButtonProps {
  change: SeatChange
  /** The start of the new show, ISO 8601. Undefined if only the seats change. */
  newStartTime: string | undefined
  className?: string
}

function ChangeSeatsButton({ change, newStartTime, className }: ButtonProps) {
  const { preview, isPending, submit } = change
  const target =
    newStartTime === undefined
      ? 'Seats'
      : `to ${formatTime(Date.parse(newStartTime), siteSettings.timeZone)}`
  return (
    <Button className={className} busy={isPending} disabled={!submit} onClick={submit}>
      {preview && preview.difference > 0
        ? `Pay ${formatRupees(preview.difference)} and Change`
        : `Change ${target}`}
    </Button>
  )
}
