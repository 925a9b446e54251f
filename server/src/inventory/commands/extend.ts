import { SHOW_CANCELLED } from '@marquee/contract/bookings/booking-window'
import { closed, notOwner, overLimit } from '#src/errors.ts'
import { type PlacesCommand, type Requester, visitorOf } from '../rules/requester.ts'
import { isShortened, latestDeadline, windowOf } from '../rules/times.ts'
import {
  accept,
  type Decision,
  findChooser,
  type HoldMoment,
  refuse,
  type Selection,
  type ShowtimeState,
} from '../state.ts'
import {
  findClosedRefusal,
  findEndedRefusal,
  grant,
  type HoldState,
  replaceChooser,
} from './hold.ts'

const ALMOST_FULL =
  'The hall is almost full, so we cannot hold your places for longer. Please go on to payment in time.'

/**
 * Restarts the hold time of a selection, up to HOLD_MAX_SECONDS from its start, and up to HOLD_SECONDS in a hall that is almost full. Refuses with
 * NOT_OWNER without a selection, CLOSED, and LIMIT if only the full hall allows no more time.
 */
export function extend(
  state: ShowtimeState,
  { requester }: { requester: Requester },
  moment: HoldMoment,
): Decision<HoldState> {
  const ended = findEndedRefusal(state, requester)
  if (ended) return refuse(ended)
  if (state.show.isCancelled) return refuse(closed(SHOW_CANCELLED))
  const selection = state.selections.get(requester.holder)
  if (!selection) return refuse(notOwner('Your selection has expired.'))
  const late = findClosedRefusal(state, moment, { mayBeLate: false })
  if (late) return refuse(late)
  const extended = withDeadline(state, selection, { moment, ms: moment.holdMs })
  const hasMoreTime = extended.deadline > selection.deadline
  if (!hasMoreTime && isShortened(state, selection.choosers)) return refuse(overLimit(ALMOST_FULL))
  return acceptSelection(markPresent(extended, requester, moment), moment)
}

/**
 * Starts the checkout of a visitor: holds what is not held yet, all or none, and leaves at least the checkout time, once for a selection.
 * After the cutoff only held places are accepted, and their deadline does not change. Refuses as `hold` does.
 */
export function checkOut(
  state: ShowtimeState,
  command: PlacesCommand,
  moment: HoldMoment,
): Decision<HoldState> {
  const { requester, placeIds } = command
  if (placeIds.length === 0 && !state.show.isCancelled && !state.selections.has(requester.holder))
    return refuse(findEndedRefusal(state, requester) ?? notOwner('Your selection has expired.'))
  const granted = grant(state, command, moment, { mayBeLate: true })
  if ('refusal' in granted) return refuse(granted.refusal, granted.changes)
  const { selection, changes } = granted
  const isFirst = selection.choosers.every(({ checkoutAt }) => checkoutAt === null)
  const isOpen = windowOf(state.show, moment).open
  const present = markPresent(selection, requester, moment)
  const chooser = findChooser(present, visitorOf(requester))
  const paying = chooser
    ? replaceChooser(present, { ...chooser, checkoutAt: chooser.checkoutAt ?? moment.now })
    : present
  const checkedOut =
    isFirst && isOpen ? withDeadline(state, paying, { moment, ms: moment.checkoutMs }) : paying
  return accept(
    { holdUntil: checkedOut.deadline, now: moment.now },
    { ...changes, selections: [checkedOut] },
  )
}

/** Gives a selection at least `ms` from now, up to its latest deadline. Never less than it has. */
function withDeadline(
  state: ShowtimeState,
  selection: Selection,
  { moment, ms }: { moment: HoldMoment; ms: number },
): Selection {
  const deadline = Math.min(moment.now + ms, latestDeadline(state, selection, moment))
  return { ...selection, deadline: Math.max(selection.deadline, deadline) }
}

/** Records that a visitor has acted. A selection that is never abandoned stays so. */
function markPresent(selection: Selection, requester: Requester, { now }: HoldMoment): Selection {
  const chooser = findChooser(selection, visitorOf(requester))
  return chooser && chooser.seenAt !== null
    ? replaceChooser(selection, { ...chooser, seenAt: now })
    : selection
}

const acceptSelection = (selection: Selection, { now }: HoldMoment) =>
  accept({ holdUntil: selection.deadline, now }, { selections: [selection] })
