import type { Seat } from '@marquee/contract/seats/seats'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useState } from 'react'
import { scrollToFirst } from '#features/seat-selection/selection/scroll-to-first.ts'
import {
  getAppearance,
  isSelectable,
  stateText,
} from '#features/seat-selection/selection/selection.ts'
import type { SelectionState } from '#features/seat-selection/selection/use-selection.ts'
import { announce } from '#ui/announcer.tsx'
import type { PartyRequest, SeatParty } from './seat-tools.tsx'

export interface ChoosingOptions {
  /** The seats of the booking that the visitor changes: they are changed one by one. */
  bookedSeats?: BookedSeats | undefined
  /** Called when no seats are found for a party. */
  onNothingFits?: ((request: PartyRequest) => void) | undefined
}

export type Choosing = ReturnType<typeof useChoosing>

/** How the visitor chooses on the map: one seat a tap, or the seats of a party. */
export function useChoosing(
  seats: Seat[],
  selection: SelectionState,
  { bookedSeats, onNothingFits }: ChoosingOptions,
) {
  const { pending, canHold, isWaiting, toggleSeat, holdSeats } = selection
  const [party, setParty] = useState<SeatParty>()
  const [isAccessible, setIsAccessible] = useState(false)
  const [pointedId, setPointedId] = useState<string>()
  const [shown, setShown] = useState<Seat[]>()

  const stateOf = (seat: Seat) => getAppearance(seat, pending, { isAccessible })
  const isFree = (seat: Seat) => stateOf(seat) === 'available' || seat.heldByMe === true
  const adjacentSeatsAt = (seatId: string) => party?.adjacentSeatsAt(seatId, { seats, isFree })
  const adjacent = pointedId === undefined || !canHold ? undefined : adjacentSeatsAt(pointedId)
  const preview = new Set(adjacent?.map(({ _id }) => _id))
  const bookedStateOf = (seat: Seat) => bookedAppearance(bookedSeats, seat._id)
  const appearanceOf = (seat: Seat) => {
    const state = bookedStateOf(seat) ?? stateOf(seat)
    return state === 'available' && preview.has(seat._id) ? 'preview' : state
  }
  const textOf = (seat: Seat) => {
    const booked = bookedStateOf(seat)
    return booked ? BOOKED_TEXTS[booked] : stateText(stateOf(seat), seat)
  }

  async function hold(request: Parameters<typeof holdSeats>[0]) {
    const ack = await holdSeats({ ...request, isAccessible })
    if (!ack.ok) return ack
    const held = seats.filter(({ _id }) => ack.seatIds?.includes(_id))
    setShown(held)
    announce(`Selected: ${held.map(({ seatNumber }) => seatNumber).join(', ')}`)
    return ack
  }

  async function chooseBest(request: PartyRequest) {
    const ack = await hold(request)
    if (!ack.ok && ack.code === 'TAKEN') onNothingFits?.(request)
  }

  const toggle = (seatId: string) =>
    bookedAppearance(bookedSeats, seatId)
      ? bookedSeats?.onToggle(seatId)
      : toggleSeat(seatId, { isAccessible })

  function chooseAccessible(isWanted: boolean) {
    setIsAccessible(isWanted)
    const places = seats.filter(({ accessible }) => accessible)
    const free = places.filter(
      (seat) => getAppearance(seat, pending, { isAccessible: true }) === 'available',
    )
    if (isWanted) scrollToFirst(free.length > 0 ? free : places)
  }

  function choose(seatId: string) {
    if (isWaiting) return notify('You can choose when it is your turn.', { kind: 'choice' })
    const seat = seats.find(({ _id }) => _id === seatId)
    if (seat?.friend && !seat.releasable)
      return notify(`${seat.seatNumber} is ${stateText('friend', seat)}.`, { kind: 'choice' })
    if (seat && stateOf(seat) === 'protected')
      return notify(`${seat.seatNumber} is a ${stateText('protected', seat)}.`, { kind: 'choice' })
    const isPartyTap = party && seat && stateOf(seat) === 'available' && canHold
    if (!isPartyTap) return toggle(seatId)
    const found = adjacentSeatsAt(seatId)
    if (found) return void hold({ seatIds: found.map(({ _id }) => _id) })
    notify(`There are no ${party.size} free seats side by side here.`, { kind: 'choice' })
    onNothingFits?.({ size: party.size })
  }

  return {
    party,
    setParty,
    isAccessible,
    chooseAccessible,
    setPointedId,
    /** The seat whose view of the screen is shown: the one under the pointer, else the last selected one. */
    viewedId: pointedId ?? selection.seats.at(-1)?._id,
    /** The seats that were chosen at once. The map brings them into view. */
    shown,
    toggle,
    choose,
    chooseBest,
    view: {
      appearanceOf,
      isInactive: (seat: Seat) =>
        isWaiting ||
        !(bookedStateOf(seat) || isSelectable(stateOf(seat), canHold) || seat.releasable),
      stateOf: textOf,
    },
    /** What the caption of the map says besides the price. */
    noteOf: (seat: Seat) => (bookedStateOf(seat) || seat.friend ? textOf(seat) : undefined),
  }
}

/** The seats of a booking that a visitor changes for others. Each one is kept or given back. */
export interface BookedSeats {
  /** None at another showtime. */
  seatIds: readonly string[]
  /** All of the booking for another showtime. */
  givenBackIds: readonly string[]
  onToggle: (seatId: string) => void
}

function bookedAppearance(bookedSeats: BookedSeats | undefined, seatId: string) {
  if (!bookedSeats?.seatIds.includes(seatId)) return undefined
  return bookedSeats.givenBackIds.includes(seatId) ? 'given-back' : 'booked'
}

/** In words, for the caption, the list and screen readers. */
const BOOKED_TEXTS = { booked: 'your seat', 'given-back': 'your seat, to change' }
