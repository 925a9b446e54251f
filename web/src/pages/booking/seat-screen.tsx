import { totalCost } from '@marquee/contract/bookings/checkout-form'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { OFFER_PARAMETER } from '@marquee/contract/pages'
import type { Seat } from '@marquee/contract/seats/seats'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { BookingBar } from '#features/checkout/booking-bar.tsx'
import { BookingSummary } from '#features/checkout/booking-summary.tsx'
import { useCheckoutDraft } from '#features/checkout/checkout-draft.ts'
import { ProceedButton } from '#features/checkout/proceed-button.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import type { PartyRequest } from '#features/seat-selection/choosing/seat-tools.tsx'
import { ParkingSection } from '#features/seat-selection/parking/parking-section.tsx'
import { refetchPlaces } from '#features/seat-selection/places/places.queries.ts'
import { SeatColumns, SeatScreenFrame } from '#features/seat-selection/seat-screen-frame.tsx'
import { getAppearance } from '#features/seat-selection/selection/selection.ts'
import {
  type SelectionOptions,
  useSelection,
} from '#features/seat-selection/selection/use-selection.ts'
import { OtherShowtimes } from '#features/seat-selection/showtime/cancelled-show.tsx'
import { ShowMessage } from '#features/seat-selection/showtime/show-message.tsx'
import { ShowtimeHeader } from '#features/seat-selection/showtime/showtime-header.tsx'
import { setPayer } from '#features/seat-selection/together/together-requests.ts'
import { useAccount } from '#features/session/account.queries.ts'
import { useSession } from '#features/session/session.store.ts'
import { Loading } from '#ui/loading.tsx'

const WaitingSection = lazy(async () => ({
  default: (await import('#features/waiting-list/waiting-section.tsx')).WaitingSection,
}))
const TogetherSection = lazy(async () => ({
  default: (await import('#features/seat-selection/together/together-section.tsx')).TogetherSection,
}))

interface Props extends SelectionOptions {
  movie: Movie
}

/** Shows with fewer seats left are not offered. */
const USUAL_PARTY = 2

/** While more of the seats are available, the code of the waiting list is not loaded for a visitor without an account. */
const MANY_AVAILABLE = 3 / 4

const STILL_PAYABLE = 'You can still pay for the seats you hold until the countdown ends.'

/** Below the message that all seats are taken, or beside it. The waiting list is loaded later and must not shift the map. */
const ROOM_FOR_WAITING_LIST =
  'max-sm:grid-rows-[auto_minmax(15.5rem,auto)] sm:grid-cols-2 sm:grid-rows-[minmax(17.25rem,auto)] min-[50rem]:grid-rows-[minmax(13.75rem,auto)] sm:has-[form]:items-start'

const SCREEN = 'mx-auto w-full max-w-7xl px-4 pt-3 sm:px-8 lg:pt-4 lg:pb-20 short:pt-2'

/** The seat screen while its places are loading. Its header is at the same position as later. */
export function LoadingSeatScreen({ movie, showtime }: { movie: Movie; showtime: Showtime }) {
  return (
    <div className={`${SCREEN} min-h-svh`}>
      <SeatColumns
        header={
          <ShowtimeHeader
            movie={movie}
            showtime={showtime}
            poster={<MoviePoster movie={movie} sizes="6rem" alt="" />}
            availableSeats={showtime.seatsLeft}
            totalSeats={showtime.seatsTotal}
            cost={0}
          />
        }
        main={<SeatSkeleton seats={showtime.seatsTotal} />}
      />
    </div>
  )
}

export function SeatScreen({ movie, showtime, seats, slots, pending }: Props) {
  const client = useQueryClient()
  const selection = useSelection({ showtime, seats, slots, pending })
  const userId = useSession(({ currentUser }) => currentUser?._id)
  const { data: account } = useAccount(userId)
  const draft = useCheckoutDraft(showtime._id, { account, slots: selection.slots })
  const { parking, phone, vehicleNumbers } = draft
  const { closed, closedReason, friends, isWaiting } = selection
  const [refused, setRefused] = useState<PartyRequest>()
  const { paysForAll, choosePayer } = usePayer(showtime._id, friends.seats)
  const selected = {
    seats: [...selection.seats, ...(paysForAll ? friends.seats : [])],
    slots: [...selection.slots, ...(paysForAll ? friends.slots : [])],
  }
  const hasSeats = selected.seats.length > 0
  const available = seats.filter((seat) => getAppearance(seat, pending) === 'available')
  const protectedSeats = seats.filter((seat) => getAppearance(seat, pending) === 'protected').length

  // Held seats may come free, and then go to those who wait for a turn.
  const isFull = isWaiting ? seats.every(({ status }) => status === 'SOLD') : available.length === 0
  const isOver = !hasSeats && (closed || isFull)
  const isIdle = isWaiting && !isOver
  const [search] = useSearchParams()
  const hasWaitingList =
    available.length <= MANY_AVAILABLE * seats.length ||
    refused !== undefined ||
    userId !== undefined ||
    search.has(OFFER_PARAMETER)

  const changeParking = (open: boolean) => {
    draft.setParking(open)
    if (!open) void selection.releaseSlots()
  }
  const proceedButton = (
    <ProceedButton
      order={{ movie, showtime, ...selected, ...draft }}
      closed={closed}
      beginCheckout={() => selection.beginCheckout({ isForAll: paysForAll })}
    />
  )

  return (
    <div className={SCREEN}>
      <SeatScreenFrame
        showtimeId={showtime._id}
        seats={seats}
        selection={selection}
        userId={userId}
        onNothingFits={setRefused}
        isOver={isOver}
        header={
          <ShowtimeHeader
            movie={movie}
            showtime={showtime}
            poster={<MoviePoster movie={movie} sizes="6rem" alt="" />}
            availableSeats={available.length}
            totalSeats={seats.length}
            protectedSeats={protectedSeats}
            cost={totalCost(selected)}
          />
        }
        notices={
          <div
            className={`grid gap-4 empty:hidden sm:auto-cols-fr sm:grid-flow-col ${isOver && !closed ? ROOM_FOR_WAITING_LIST : ''}`}
          >
            {closedReason && hasSeats && <ShowMessage text={`${closedReason}. ${STILL_PAYABLE}`} />}
            {isOver && (
              <ShowMessage
                title={closed ? 'Booking Closed' : 'No Free Seats'}
                text={closedReason ?? 'Please try another show.'}
              >
                <OtherShowtimes
                  movie={movie}
                  showtime={showtime}
                  partySize={refused?.size ?? USUAL_PARTY}
                />
              </ShowMessage>
            )}
            {hasWaitingList && (
              <Suspense>
                <WaitingSection
                  showtimeId={showtime._id}
                  seats={seats}
                  closed={closed || isIdle}
                  party={refused}
                  userId={userId}
                  onTaken={() => refetchPlaces(client, showtime._id)}
                />
              </Suspense>
            )}
          </div>
        }
        renderSummary={() =>
          !isIdle && (
            <BookingSummary
              {...selected}
              friendsSeats={paysForAll ? [] : friends.seats}
              closed={closed}
            />
          )
        }
        renderBar={(timeLeft) =>
          !isIdle && (
            <BookingBar
              {...selected}
              phone={phone}
              onPhone={draft.setPhone}
              timeLeft={timeLeft}
              action={proceedButton}
            />
          )
        }
      >
        {!(isOver || isWaiting) && (
          <ParkingSection
            slots={slots}
            selection={selection}
            open={parking || selected.slots.length > 0}
            paysForAll={paysForAll}
            vehicleNumbers={vehicleNumbers}
            onOpenChange={changeParking}
            onVehicleNumber={draft.setVehicleNumber}
          />
        )}
        <Suspense fallback={<div className="min-h-37 sm:min-h-20" />}>
          <TogetherSection
            movie={movie.name}
            showtimeId={showtime._id}
            seats={seats}
            slots={slots}
            closed={!selection.canHold}
            userId={userId}
            paysForAll={paysForAll}
            onPaysForAll={choosePayer}
          />
        </Suspense>
      </SeatScreenFrame>
    </div>
  )
}

/** About the largest hall with seats that fit a phone. */
const MANY_SEATS = 150

/** The shape of the hall before its seats are known. Its style comes with the page, not with the code of the map. */
const SeatSkeleton = ({ seats }: { seats: number }) => (
  <section className="panel relative min-h-120 overflow-hidden max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
    <svg
      aria-hidden="true"
      viewBox="0 0 400 28"
      preserveAspectRatio="none"
      className="mx-auto mt-14 block h-7 w-4/5 max-w-md overflow-visible stroke-brass-bright"
    >
      <path d="M2 26Q200-10 398 26" fill="none" strokeWidth="3" vectorEffect="non-scaling-stroke" />
    </svg>
    <div
      className={`hall-skeleton mx-auto mt-9 w-5/6 max-w-lg ${seats > MANY_SEATS ? 'h-84' : 'h-48'}`}
    />
    {/* Positioned absolutely: its height can change when the fonts are loaded. */}
    <div className="absolute inset-x-0 top-1/3">
      <Loading>Loading ticket information...</Loading>
    </div>
  </section>
)

/** Whether this visitor pays for the seats of friends too, as the server knows it. A change shows at once until it is acknowledged. */
function usePayer(showtimeId: string, friendsSeats: readonly Seat[]) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (paysForAll: boolean) => setPayer(client, showtimeId, paysForAll),
    onSuccess: (ack) => {
      if (!ack.ok) notify(ack.message, { kind: 'payer' })
    },
  })
  const friendsInSelection = friendsSeats.filter(({ releasable }) => releasable)
  const isSet = isPending ? variables : friendsInSelection.some(({ friendPays }) => friendPays)
  return { paysForAll: isSet && friendsInSelection.length > 0, choosePayer: mutate }
}
