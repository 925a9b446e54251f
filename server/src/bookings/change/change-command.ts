import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import { DAY_MS } from '@marquee/contract/time'
import type { Config } from '#src/config/config.ts'
import { lockUsers } from '#src/database/locks.ts'
import type { Db } from '#src/database/schema.ts'
import { awaitAll } from '#src/database/transaction.ts'
import { bookingNotFound, keyReused, overLimit, unauthenticated } from '#src/errors.ts'
import { giveBack, sell } from '#src/inventory/commands/sell.ts'
import { stateAfter } from '#src/inventory/draft.ts'
import { type Requester, withoutPlaces } from '#src/inventory/rules/requester.ts'
import type { ShowtimeCommand } from '#src/inventory/showtimes.ts'
import {
  accept,
  type Decision,
  type HoldMoment,
  refuse,
  refuseWhatItThrows,
  type ShowtimeState,
} from '#src/inventory/state.ts'
import {
  changeLimit,
  countChangeMails,
  isChangeMailSilent,
  type UnprovenRecipient,
} from '#src/messages/mail/mail-limits.service.ts'
import { type RequestRow, selectForRequests, theseBookings } from './bookings-to-change.sql.ts'
import { readBookings } from './load-bookings.ts'
import type { BookingChange, BookingToChange } from './planners/booking-change.ts'
import { assertRefund, type NamedPlaces, planCancellation } from './planners/cancel.ts'
import { planNewPasses, planVehicle } from './planners/details.ts'
import { assertDifference, type Exchange, planExchange } from './planners/exchange.ts'
import { type DecidedChange, statementsOfChanges } from './write-changes.ts'

const TOO_MANY_CHANGES =
  'You have changed this booking very often today. Please try again tomorrow, or ask us at the box office.'

/** What a visitor or staff asks for. `refund` and `difference` are rupees, as in the preview. */
type ChangeRequest =
  | ({ type: 'cancel'; isFull?: boolean; refund: number } & NamedPlaces)
  /** `paidBy`: how staff takes the difference. Left out: online. */
  | (Exchange & { difference: number; paidBy?: 'cash' | 'card' })
  | { type: 'vehicle'; slotId: string; vehicleNumber: string }
  /** `issue`: of the passes that are to be replaced. Undefined: of all. */
  | { type: 'passes'; issue?: number }

export interface ChangeCommand {
  bookingId: string
  /** The account of the booking. */
  ownerId: string | null
  request: ChangeRequest
  /** The staff. Undefined: the visitor. */
  staff?: { deviceId: string; reason?: string | undefined } | undefined
  /** The hashes of the idempotency key and of what is requested with it. */
  key?: DecidedChange['key']
  /** Who buys the new places. */
  buyer?: { requester: Requester; areLimitsApplied: boolean } | undefined
  /** Who receives the mail about it. Undefined: it is not limited. */
  recipient?: UnprovenRecipient | undefined
}

interface LoadedChange extends RequestRow {
  /** Undefined for house seats, which are no sale. */
  booking: BookingToChange | undefined
  /** The account of the booking. Undefined if it is deleted. */
  owner: { email_confirmed_at: number | null } | undefined
  /** How many mails the recipient has received lately. */
  mailsSent: { change: number; cancellation: number }
}

/** `change` is undefined for a repeated request. */
type ChangeResult = { change?: BookingChange } | 'outdated'

/**
 * Changes a booking. The result is `outdated` if the booking has moved to another showtime, or if another command of the same transaction
 * changes it: submit the command again.
 */
export const changeKind: ShowtimeCommand<ChangeCommand, ChangeResult, LoadedChange, DecidedChange> =
  {
    durable: true,
    load: loadChanges,
    decide: decideChange,
    write: statementsOfChanges,
  }

/** Sends all statements before it waits for the first one. */
async function loadChanges(tx: Db, commands: readonly ChangeCommand[]): Promise<LoadedChange[]> {
  const ids = [...new Set(commands.map(({ bookingId }) => bookingId))]
  const keys = commands.map(({ bookingId, key }) => ({ bookingId, keyHash: key?.key_hash ?? null }))
  const [{ rows: owners }, bookings, { rows }, sent] = await awaitAll([
    // Before their bookings are read: the deletion of an account waits.
    () => lockUsers(tx, [...new Set(commands.flatMap(({ ownerId }) => ownerId ?? []))]),
    () => readBookings(tx, theseBookings(tx, ids)),
    () => selectForRequests(tx, keys, DAY_MS),
    () =>
      countChangeMails(
        tx,
        commands.flatMap(({ recipient }) => recipient ?? []),
      ),
  ])
  const byIndex = new Map(rows.map((row) => [row.request_index, row]))
  return commands.map(({ bookingId, ownerId, recipient }, index) => ({
    request_index: index,
    request_hash: byIndex.get(index)?.request_hash ?? null,
    recent_changes: Number(byIndex.get(index)?.recent_changes ?? 0),
    booking: bookings.find(({ id }) => id === bookingId),
    owner: owners.find(({ id }) => id === ownerId),
    mailsSent: {
      change: sent(recipient?.recipient ?? '', 'change'),
      cancellation: sent(recipient?.recipient ?? '', 'cancellation'),
    },
  }))
}

interface Given {
  loaded: LoadedChange
  rows: readonly DecidedChange[]
  stateOf: (id: string) => ShowtimeState | undefined
}

type ChangeMoment = HoldMoment & Pick<Config, 'refundPolicy' | 'timeZone' | 'rateLimits' | 'limits'>

/** Decides a change: who may make it, what it costs, and then its places. */
export function decideChange(
  state: ShowtimeState,
  command: ChangeCommand,
  moment: ChangeMoment,
  { loaded, rows, stateOf }: Given,
): Decision<ChangeResult, DecidedChange> {
  return refuseWhatItThrows<ChangeResult, DecidedChange>(() => {
    const { request, staff, key } = command
    const { booking } = loaded
    if (!staff && !loaded.owner) throw unauthenticated(SESSION_ENDED)
    if (!booking) throw bookingNotFound()
    const isChanged = rows.some(({ booking: { id } }) => id === booking.id)
    if (booking.showtime_id !== state.id || isChanged) return accept('outdated' as const)
    if (key && loaded.request_hash !== null) {
      if (loaded.request_hash !== key.request_hash) throw keyReused('change')
      return accept({})
    }
    if (!staff) assertChangesLeft(request, loaded, moment)
    if (request.type === 'passes' && (request.issue ?? booking.issue) !== booking.issue)
      return accept({})
    const change = planChange(booking, command, { booked: state, moment, stateOf })
    return decidePlaces(state, { ...command, change }, { moment, loaded, rows, stateOf })
  })
}

/** Throws LIMIT if the visitor has changed the booking too often in a day. */
function assertChangesLeft(
  { type }: ChangeRequest,
  { recent_changes }: LoadedChange,
  { rateLimits, limits }: ChangeMoment,
) {
  const areChangesCounted = rateLimits && type !== 'cancel' && type !== 'passes'
  if (areChangesCounted && recent_changes >= limits.changesPerBooking)
    throw overLimit(TOO_MANY_CHANGES)
}

interface PlanContext extends Pick<Given, 'stateOf'> {
  booked: ShowtimeState
  moment: ChangeMoment
}

function planChange(
  booking: BookingToChange,
  { request, staff }: ChangeCommand,
  context: PlanContext,
): BookingChange {
  if (request.type === 'cancel') {
    const by = staff ?? { deviceId: null, reason: 'cancelled by the visitor' }
    const change = planCancellation(booking, { ...request, by }, context)
    assertRefund(request.refund, change)
    return change
  }
  if (request.type === 'vehicle') return planVehicle(booking, request, context)
  if (request.type === 'passes') return planNewPasses(booking, staff ?? { deviceId: null }, context)
  const target = request.type === 'seats' ? context.stateOf(request.showtimeId) : undefined
  const change = planExchange(booking, request, { ...context, target, by: staff })
  assertDifference(request.difference, change)
  return { ...change, paidBy: request.paidBy ?? 'online' }
}

/** The places are given back first: the limit per account then counts the booking once. Refuses unless all new places are sold. */
function decidePlaces(
  state: ShowtimeState,
  { change, buyer, ...command }: ChangeCommand & { change: BookingChange },
  { moment, loaded, rows, stateOf }: Given & { moment: ChangeMoment },
): Decision<ChangeResult, DecidedChange> {
  const { booking, showtimeId, givenBack, taken } = change
  const placeIds = givenBack.map(({ place_id }) => place_id)
  const left = giveBack(state, { bookingId: booking.id, placeIds })
  const row = { ...change, key: command.key, mail: mailOf(change, command, { loaded, rows }) }
  const decided = { outcome: { result: { change } }, changes: left, row }
  if (taken.length === 0 || !buyer) return decided
  const isOtherShow = showtimeId !== state.id
  const target = isOtherShow ? stateOf(showtimeId) : stateAfter(state, left, moment.now)
  if (!target) throw bookingNotFound()
  const sale = sell(
    target,
    {
      requester: isOtherShow ? withoutPlaces(buyer.requester, state, placeIds) : buyer.requester,
      bookingId: booking.id,
      placeIds: taken.map(({ place_id }) => place_id),
      areLimitsApplied: buyer.areLimitsApplied,
      isByStaff: command.staff !== undefined,
      // A visitor who has booked an accessible place need not ask for one again.
      isAccessible: booking.places.some(({ place_id }) => state.layout.byId.get(place_id)?.access),
    },
    moment,
  )
  if ('refusal' in sale) {
    const { refusal, changes } = sale
    return isOtherShow && changes
      ? { ...refuse(refusal), otherChanges: [[showtimeId, changes]] }
      : refuse(refusal, changes)
  }
  const withFriends = { ...decided, row: { ...row, friendSeats: sale.friendSeats } }
  if (isOtherShow) return { ...withFriends, otherChanges: [[showtimeId, sale.changes]] }
  const claims = [...(left.claims ?? []), ...(sale.changes.claims ?? [])]
  return { ...withFriends, changes: { claims } }
}

/** Visitors get some mails in an hour. */
function mailOf(
  { booking, mail, isCancelled }: BookingChange,
  { staff }: Pick<ChangeCommand, 'staff'>,
  { loaded, rows }: Pick<Given, 'loaded' | 'rows'>,
) {
  if (staff) return mail
  const earlier = rows.filter(
    ({ booking: { email }, isCancelled: isOther, mail: other }) =>
      other !== null && email === booking.email && isOther === isCancelled,
  )
  const sent = loaded.mailsSent[changeLimit(isCancelled)] + earlier.length
  const isConfirmed = (loaded.owner?.email_confirmed_at ?? null) !== null
  return isChangeMailSilent(sent, { isConfirmed, isCancelled }) ? null : mail
}
