import { OFFER_ENDED } from '@marquee/contract/bookings/waiting-list'
import { OFFER_PARAMETER } from '@marquee/contract/pages'
import { createHall, findStretches, lengthOf } from '@marquee/contract/seats/hall'
import { seatTier } from '@marquee/contract/seats/seat-tiers'
import type { Seat } from '@marquee/contract/seats/seats'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { announce } from '#ui/announcer.tsx'
import { LEFT, REJOIN_HINT } from './entry-texts.ts'
import { useJoin, useLeave, useOpenOffer, useWaitingEntries } from './waiting-list.queries.ts'

export interface WaitingOptions {
  showtimeId: string
  seats: readonly Seat[]
  /** Booking has closed. An offer can still be taken. */
  closed: boolean
  /** A party for which no seats were found. */
  party: { size: number; category?: string | undefined } | undefined
  /** Undefined when signed out. */
  userId: string | undefined
  /** Called when the server has selected the seats of an offer. Resolves when the page shows them. */
  onTaken: () => Promise<void>
}

/** What has happened to the entry while the page was open. */
const RESULTS = {
  joined: 'You are on the waiting list.',
  taken: 'Your seats are selected. Please book them before your time is up.',
  left: LEFT,
  /** Left with an offer. */
  declined: `${LEFT} ${REJOIN_HINT}`,
  /** The time of an offer is over. */
  ended: `${OFFER_ENDED} ${REJOIN_HINT}`,
}
type Result = keyof typeof RESULTS

/** The own entry at a show, whether the visitor can join its waiting list, and the actions. Results move the focus to the heading. */
export function useWaiting(options: WaitingOptions, heading: RefObject<HTMLElement | null>) {
  const { showtimeId, seats, closed, party, userId = '', onTaken } = options
  const { result, finish } = useResult(heading)
  const [endedAt, setEndedAt] = useState<string>()
  const { data, error: loadError, refetch } = useWaitingEntries(userId)
  const entry = data?.find(
    (one) => one.showtimeId === showtimeId && !(one.offer && one.offer.until === endedAt),
  )
  const offer = useOffer(userId, async () => {
    await onTaken()
    finish('taken')
  })
  const join = useJoin(userId, () => finish('joined'))
  const leave = useLeave(userId, (left) => finish(left.offer ? 'declined' : 'left'))

  const needsSignIn = userId === '' && offer.requestedId !== null
  const isTaken = !entry && result === 'taken' && seats.some(({ heldByMe }) => heldByMe)
  const isOver = isTaken || result === 'declined' || result === 'ended'
  const wantedSeats = party && wantedSeatsOf(seats, party)
  const isOffered =
    !closed && !entry && !needsSignIn && !isOver && (wantedSeats || isAlmostFull(seats))
  const isLoading = userId !== '' && !data
  const isJoinable = Boolean(isOffered) && !isLoading
  useHints({
    offered: entry?.offer?.seats.join(', '),
    wantsSeats: isJoinable && Boolean(wantedSeats),
  })

  return {
    entry,
    offer,
    join,
    leave,
    wantedSeats,
    needsSignIn,
    isTaken,
    isJoinable,
    resultText: !entry && (isOver || result === 'left') ? RESULTS[result] : undefined,
    error:
      offer.error ??
      leave.error ??
      (isJoinable ? join.error : null) ??
      (isOffered && isLoading ? loadError : null),
    /** The time of the offer is over. The server may say so later. */
    endOffer: (until: string) => {
      setEndedAt(until)
      finish('ended', heading.current?.parentElement?.contains(document.activeElement))
      void refetch()
    },
  }
}

function useResult(heading: RefObject<HTMLElement | null>) {
  const [last, setLast] = useState<{ result: Result; movesFocus: boolean }>()
  // The button with the focus is gone.
  useEffect(() => {
    if (last?.movesFocus) heading.current?.focus()
  }, [last, heading])

  const finish = (result: Result, movesFocus = true) => {
    announce(RESULTS[result])
    setLast({ result, movesFocus })
  }
  return { result: last?.result, finish }
}

/** Tells of an offer, and that a party without seats can wait for them. */
function useHints({ offered, wantsSeats }: { offered: string | undefined; wantsSeats: boolean }) {
  useEffect(() => {
    if (offered) announce(`Seats are held for you: ${offered}.`)
  }, [offered])
  useEffect(() => {
    if (wantsSeats)
      notify('You can join the waiting list above the seats.', { kind: 'waiting list' })
  }, [wantsSeats])
}

/** Takes the offer of the entry in the address, once. */
function useOffer(userId: string, onTaken: () => Promise<void>) {
  const [search, setSearch] = useSearchParams()
  const requestedId = search.get(OFFER_PARAMETER)
  const { mutate: take, isPending, error } = useOpenOffer(userId, onTaken)
  const takeRequested = useEffectEvent((entryId: string) => {
    search.delete(OFFER_PARAMETER)
    setSearch(search, { replace: true, preventScrollReset: true })
    take(entryId)
  })
  useEffect(() => {
    if (userId !== '' && requestedId !== null) takeRequested(requestedId)
  }, [userId, requestedId])
  return { requestedId, take, isPending, error }
}

/** Most parties have at most so many people. */
const USUAL_PARTY_SIZE = 4

/** What a party waits for, before it chooses anything else. */
export interface WantedSeats {
  size: number
  /** Only seats side by side. */
  together: boolean
  /** All categories if undefined. */
  category?: string | undefined
}

type SeatTest = (seat: Seat) => boolean

const isFree: SeatTest = ({ status, heldByMe }) => status === 'AVAILABLE' || heldByMe === true

const countAdjacent = (seats: readonly Seat[], suits: SeatTest) =>
  Math.max(0, ...createHall(seats).runs.flatMap((run) => findStretches(run, suits).map(lengthOf)))

/** Whether a usual party may find no seats side by side although the hall has such seats. */
const isAlmostFull = (seats: readonly Seat[]) =>
  countAdjacent(seats, isFree) <
  Math.min(
    USUAL_PARTY_SIZE,
    countAdjacent(seats, () => true),
  )

/**
 * What a party that was refused can wait for: seats side by side, unless the hall never has so many. Undefined if such seats are free now, or if
 * the hall does not have them.
 */
function wantedSeatsOf(
  seats: readonly Seat[],
  { size, category }: { size: number; category?: string | undefined },
): WantedSeats | undefined {
  const suits: SeatTest = (seat) =>
    category === undefined || seatTier(seat.category) === seatTier(category)
  const together = countAdjacent(seats, suits) >= size
  const count = (test: SeatTest) =>
    together ? countAdjacent(seats, test) : seats.filter(test).length
  const canWait = count(suits) >= size && count((seat) => suits(seat) && isFree(seat)) < size
  return canWait ? { size, together, category } : undefined
}
