import { totalCost } from '@marquee/contract/bookings'
import type { Movie } from '@marquee/contract/movies'
import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats'
import type { Showtime } from '@marquee/contract/showtimes'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { BookingBar } from '#features/booking/booking-bar.tsx'
import { BookingSummary } from '#features/booking/booking-summary.tsx'
import { ClosedNotice } from '#features/booking/closed-notice.tsx'
import { ContactSection } from '#features/booking/contact-section.tsx'
import { useDraft } from '#features/booking/draft.ts'
import { LiveIndicator, LostLine } from '#features/booking/live-indicator.tsx'
import { RefreshButton } from '#features/booking/refresh-button.tsx'
import { ShowCard } from '#features/booking/show-card.tsx'
import { summaryLines } from '#features/booking/summary-lines.ts'
import { TimeLeft } from '#features/booking/time-left.tsx'
import { useClaims } from '#features/booking/use-claims.ts'
import { useClosing } from '#features/booking/use-closing.ts'
import { useExpiryWarning } from '#features/booking/use-expiry-warning.ts'
import { useMoreTime } from '#features/booking/use-more-time.ts'
import { useProceed } from '#features/booking/use-proceed.ts'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { ParkingSection } from '#features/parking/parking-section.tsx'
import { SeatChooser } from '#features/seats/seat-chooser.tsx'
import { useSession } from '#features/session/session.store.ts'
import { useAccount } from '#features/session/use-account.ts'
import { refetchPlaces } from '#lib/place-cache.ts'
import { appearanceOf, heldUntil, selectedOf } from '#lib/selection.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/notify.ts'

interface Props {
  movie: Movie
  showtime: Showtime
  seats: Seat[]
  slots: ParkingSlot[]
}

export function SeatScreen({ movie, showtime, seats, slots }: Props) {
  const showtimeId = showtime._id
  const client = useQueryClient()
  const [draft, changeDraft] = useDraft(showtimeId)
  const { claims, pending, refusal } = useClaims(showtimeId)
  const { proceed, busy } = useProceed(claims)
  useExpiryWarning(showtimeId, claims)

  const chosen = { seats: selectedOf(seats, pending), slots: selectedOf(slots, pending) }
  const until = heldUntil([...chosen.seats, ...chosen.slots])
  useMoreTime({
    heldUntil: until,
    extend: claims.extend,
    onOverdue: () => void refetchPlaces(client, showtimeId),
  })

  useEffect(() => {
    if (refusal) notify(refusal.message, 'refusal')
  }, [refusal])

  const closing = useClosing(showtime)
  const closed = closing !== undefined
  const toggleSeat = useCallback(
    (seatId: string) => claims.toggle('seats', seatId, closed),
    [claims, closed],
  )
  const toggleSlot = useCallback(
    (slotId: string) => claims.toggle('slots', slotId, closed),
    [claims, closed],
  )
  const openParking = (parking: boolean) => {
    changeDraft(() => (parking ? { parking } : { parking, vehicleNumbers: {} }))
    if (!parking) void claims.releaseAll(['slots'])
  }

  const user = useSession(({ currentUser }) => currentUser)
  const { data: account } = useAccount(user?._id)
  const phone = draft.phone ?? account?.phone ?? ''
  const order = {
    ...chosen,
    movie,
    showtime,
    phone,
    phoneVerified: account?.phoneVerified === true && account.phone === phone.trim(),
    vehicleNumbers: draft.vehicleNumbers,
  }

  const total = totalCost(chosen)
  const toPayment = (
    <Button
      className="shrink-0"
      disabled={chosen.seats.length === 0}
      busy={busy}
      onClick={() => proceed(order)}
    >
      {closed && chosen.seats.length === 0 ? 'Booking Closed' : 'Proceed to Payment'}
    </Button>
  )

  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-5 sm:px-8 lg:pt-10 lg:pb-20">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-8">
        <div className="grid min-w-0 content-start gap-6">
          <ShowCard
            movie={movie}
            showtime={showtime}
            poster={<MoviePoster movie={movie} sizes="8rem" urgent alt="" />}
            seatsLeft={seats.filter((seat) => appearanceOf(seat, pending) === 'available').length}
            seatsTotal={seats.length}
            cost={total}
          />
          {closing && <ClosedNotice closing={closing} holding={until !== undefined} />}
          <SeatChooser
            seats={seats}
            closed={closed}
            pending={pending}
            refusal={refusal}
            onToggle={toggleSeat}
            status={
              <>
                <LiveIndicator />
                <RefreshButton showtimeId={showtimeId} />
              </>
            }
          />
          <ParkingSection
            slots={slots}
            closed={closed}
            pending={pending}
            refusal={refusal}
            open={draft.parking || chosen.slots.length > 0}
            vehicleNumbers={draft.vehicleNumbers}
            onOpen={openParking}
            onToggle={toggleSlot}
            onVehicleNumber={(slotId, number) =>
              changeDraft(({ vehicleNumbers }) => ({
                vehicleNumbers: { ...vehicleNumbers, [slotId]: number },
              }))
            }
          />
          <ContactSection phone={phone} onChange={(phone) => changeDraft(() => ({ phone }))} />
        </div>
        <div className="lg:sticky lg:top-24 lg:self-start">
          <BookingSummary
            lines={summaryLines(chosen.seats, chosen.slots)}
            total={total}
            emptyText={
              closed
                ? 'Nothing more can be booked here.'
                : 'Choose your seats on the map, up to ten.'
            }
            timeLeft={<TimeLeft heldUntil={until} className="mt-4 text-center max-lg:hidden" />}
            action={<div className="mt-5 hidden justify-center lg:grid">{toPayment}</div>}
          />
        </div>
      </div>
      <LostLine />
      <BookingBar
        seats={chosen.seats}
        total={total}
        timeLeft={<TimeLeft heldUntil={until} />}
        action={toPayment}
      />
    </div>
  )
}
