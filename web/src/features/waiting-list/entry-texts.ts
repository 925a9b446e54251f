import type { WaitingEntry } from '@marquee/contract/bookings/waiting-list'

export const LEFT = 'You have left the waiting list.'
/** After an offer that was not taken. */
export const REJOIN_HINT = 'You can join again in half an hour.'

/** `2 seats side by side, Premium or VIP` */
export function describeEntry({ seats, together, categories }: WaitingEntry) {
  const count = seats === 1 ? '1 seat' : `${seats} seats${together ? ' side by side' : ''}`
  return categories.length === 0 ? count : `${count}, ${categories.join(' or ')}`
}
