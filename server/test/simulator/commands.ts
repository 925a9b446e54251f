import { decideChange } from '../../src/bookings/change/change-command.ts'
import {
  planCancellation,
  planShowCancellation,
} from '../../src/bookings/change/planners/cancel.ts'
import { planExchange } from '../../src/bookings/change/planners/exchange.ts'
import { newVoucherAmount } from '../../src/bookings/change/planners/ledger-rows.ts'
import { decideBooking } from '../../src/bookings/order/order-command.ts'
import { assertOwed } from '../../src/counter/refunds.service.ts'
import { adopt } from '../../src/inventory/commands/adopt.ts'
import { abandon, expire } from '../../src/inventory/commands/end-selections.ts'
import { checkOut, extend } from '../../src/inventory/commands/extend.ts'
import { hold } from '../../src/inventory/commands/hold.ts'
import { holdBest } from '../../src/inventory/commands/hold-best.ts'
import { handOver, offerSeats } from '../../src/inventory/commands/offer.ts'
import { release, releaseAll } from '../../src/inventory/commands/release.ts'
import { join, setPayer, share } from '../../src/inventory/commands/share.ts'
import { endHoldsAt, endHoldsOn, giveBackPlaces } from '../../src/inventory/sales.ts'

/** The functions of the product that decide. A run with a broken rule replaces one of them. */
export const commands = {
  hold,
  holdBest,
  checkOut,
  extend,
  release,
  releaseAll,
  share,
  setPayer,
  join,
  adopt,
  abandon,
  expire: expire as () => ReturnType<typeof expire>,
  decideBooking,
  decideChange,
  // Previews:
  planCancellation,
  planExchange,
  // In units of work:
  offerSeats,
  handOver,
  giveBackPlaces,
  endHoldsAt,
  endHoldsOn,
  planShowCancellation,
  newVoucherAmount,
  assertOwed,
}

export type Commands = typeof commands

/** The commands that a node submits. The others are part of units of work. */
export const submitted = [
  'hold',
  'holdBest',
  'checkOut',
  'extend',
  'release',
  'releaseAll',
  'share',
  'setPayer',
  'join',
  'adopt',
  'abandon',
  'expire',
  'decideBooking',
  'decideChange',
] as const
export type SubmittedName = (typeof submitted)[number]
