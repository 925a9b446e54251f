import type { Seat } from '@marquee/contract/seats'
import { useState } from 'react'
import {
  getAppearance,
  isSelectable,
  stateText,
} from '#features/seat-selection/selection/selection.ts'
import type { SelectionState } from '#features/seat-selection/selection/use-selection.ts'
import { announce } from '#ui/announcer.tsx'
import { notify } from '#ui/notify.ts'
import type { PartyRequest, SeatParty } from './seat-tools.tsx'

/** How the visitor chooses on the map: one seat a tap, or the seats of a party. Calls back when no seats are found for a party. */
export function useChoosing(
  seats: Seat[],
  selection: SelectionState,
  onNothingFits: (request: PartyRequest) => void,
) {
  const { pending, closed, toggleSeat, holdSeats } = selection
  const [party, setParty] = useState<SeatParty>()
  const [isAccessible, setIsAccessible] = useState(false)
  const [pointedId, setPointedId] = useState<string>()

  const stateOf = (seat: Seat) => getAppearance(seat, pending, { isAccessible })
  const isFree = (seat: Seat) => stateOf(seat) === 'available' || seat.heldByMe === true
  const findBlock = (seatId: string) => party?.blockAt(seatId, { seats, isFree })
  const block = pointedId === undefined || closed ? undefined : findBlock(pointedId)
  const preview = new Set(block?.map(({ _id }) => _id))
  const appearanceOf = (seat: Seat) =>
    stateOf(seat) === 'available' && preview.has(seat._id) ? 'preview' : stateOf(seat)

  async function hold(request: Parameters<typeof holdSeats>[0]) {
    const ack = await holdSeats({ ...request, isAccessible })
    if (!ack.ok) return ack
    const held = seats.filter(({ _id }) => ack.seatIds?.includes(_id))
    announce(`Selected: ${held.map(({ seatNumber }) => seatNumber).join(', ')}`)
    return ack
  }

  async function chooseBest(request: PartyRequest) {
    const ack = await hold(request)
    if (!ack.ok && ack.code === 'TAKEN') onNothingFits(request)
  }

  function choose(seatId: string) {
    const seat = seats.find(({ _id }) => _id === seatId)
    if (seat?.friend && !seat.releasable)
      return notify(`${seat.seatNumber} is ${stateText('friend', seat)}.`, 'block')
    const isPartyTap = party && seat && stateOf(seat) === 'available' && !closed
    if (!isPartyTap) return toggleSeat(seatId, { isAccessible })
    const found = findBlock(seatId)
    if (found) return void hold({ seatIds: found.map(({ _id }) => _id) })
    notify(`There are no ${party.size} free seats side by side here.`, 'block')
    onNothingFits({ size: party.size })
  }

  return {
    ...{ party, setParty, isAccessible, setIsAccessible, pointedId, setPointedId },
    choose,
    chooseBest,
    view: {
      appearanceOf,
      isInactive: (seat: Seat) => !(isSelectable(stateOf(seat), closed) || seat.releasable),
      stateOf: (seat: Seat) => stateText(stateOf(seat), seat),
    },
  }
}
