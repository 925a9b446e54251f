import type { WaitingRequest } from '@marquee/contract/bookings/waiting-list'
import { type Seat, seatTier } from '@marquee/contract/seats/seats'
import { TIER_NAMES } from '@marquee/ui-kit/seat-map/seat-label.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'
import type { WantedSeats } from './largest-block.ts'
import { SignInLink } from './sign-in-link.tsx'
import { WaitingForm } from './waiting-form.tsx'

interface Props {
  showtimeId: string
  seats: readonly Seat[]
  /** What the visitor has asked for and not found. */
  wantedSeats: WantedSeats | undefined
  isSignedIn: boolean
  busy: boolean
  onJoin: (request: WaitingRequest) => void
}

/** Says that seats are missing, and how to wait for them. */
export function JoinWaitingList(props: Props) {
  const { showtimeId, seats, wantedSeats, isSignedIn, busy, onJoin } = props
  const [isOpen, setIsOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // The button with the focus is gone, and most of the form can be below the screen.
  useEffect(() => {
    if (!isOpen) return
    form.current?.querySelector('select')?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'center' })
  }, [isOpen])

  return (
    <>
      <p className="text-ash">
        {missingText(seats, wantedSeats)} When seats come free, we hold them for you for a short
        time. We tell you here and by email. First come, first served.
      </p>
      {!isSignedIn ? (
        <SignInLink>Sign In to Join the Waiting List</SignInLink>
      ) : isOpen ? (
        <WaitingForm
          key={JSON.stringify(wantedSeats)}
          showtimeId={showtimeId}
          seats={seats}
          wantedSeats={wantedSeats}
          busy={busy}
          onJoin={onJoin}
          formRef={form}
        />
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            Tell Me When Seats Come Free
          </Button>
        </div>
      )}
    </>
  )
}

function missingText(seats: readonly Seat[], wantedSeats: WantedSeats | undefined) {
  if (!seats.some(({ status }) => status === 'AVAILABLE')) return 'All seats are taken.'
  if (!wantedSeats) return 'Only a few seats side by side are left.'
  const { size, together, category } = wantedSeats
  const tier = category === undefined ? '' : `${TIER_NAMES[seatTier(category)]} `
  if (size === 1) return `There is no free ${tier}seat.`
  return `There are no ${size} free ${tier}seats${together ? ' side by side' : ''}.`
}
