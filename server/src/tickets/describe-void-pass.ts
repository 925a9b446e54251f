import { describePastDay } from '@marquee/contract/time'

interface VoidPass {
  isShowCancelled: boolean
  /** The booking is for another show now. */
  isOtherShow: boolean
  /** The booking has no seats any more. */
  isCancelled: boolean
  /** The seat of the pass has left the booking. */
  seat: { leftAt: number; isGivenBack: boolean } | undefined
}

/** What happened to the seat of a void pass. Says nothing about who has the seat now. */
export function describeVoidPass(
  { isShowCancelled, isOtherShow, isCancelled, seat }: VoidPass,
  { now, timeZone }: { now: number; timeZone: string },
) {
  const ask = 'Ask the person who booked.'
  if (isShowCancelled) return `The cinema has cancelled this show. ${ask}`
  if (isOtherShow) return `This booking is for another show now. ${ask}`
  if (!seat) return `A newer ticket replaces this one. ${ask}`
  const day = describePastDay(seat.leftAt, { now, timeZone })
  if (isCancelled && seat.isGivenBack) return `This booking was cancelled ${day}. ${ask}`
  return `This seat was ${seat.isGivenBack ? 'given back' : 'exchanged'} ${day}. ${ask}`
}
