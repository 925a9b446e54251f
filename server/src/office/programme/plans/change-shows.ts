import type { MovePlan } from '@marquee/contract/office/shows/show-moves'
import { moveView, PLAN_CHANGED, UNSEATED_PARTIES } from '#src/bookings/shows/plans.view.ts'
import { cancelShowIn } from '#src/bookings/shows/show-cancellation.service.ts'
import { loadMoveIn, writeMove } from '#src/bookings/shows/show-moves.service.ts'
import type { Context } from '#src/context.ts'
import { AppError, closed } from '#src/errors.ts'
import type { ShowtimeUnit } from '#src/inventory/showtimes.ts'

/** A move of a show in use. */
interface UsedShowMove {
  showtimeId: string
  /** Undefined: the show stays on its screen, in its version of the layout. */
  screenId?: string | undefined
  startTime: string
  /** The hash of the plan that staff has seen. Undefined while it is planned. */
  planHash?: string | undefined
}

/** The shows in use that a plan changes. */
export interface ShowsToChange {
  moves: readonly UsedShowMove[]
  /** The ids of shows that are cancelled. */
  cancelled: readonly string[]
}

interface MadeMove {
  request: UsedShowMove
  plan: MovePlan
}

export interface ShowChangesMade {
  made: MadeMove[]
  /** Moves that are impossible, with the reason. */
  blocked: { request: UsedShowMove; message: string }[]
  /** The accounts with bookings of moved shows. */
  ownerIds: Set<string>
}

interface Confirmation {
  reason: string
  deviceId: string
  refundUnseated: boolean
}

export const SHOW_HAS_STARTED =
  'A show of this plan has started meanwhile. Please plan the changes again.'

/**
 * Cancels and moves shows in a unit of work that has locked the catalogue and the shows. A show may move to where another one leaves. Throws CLOSED if a move is not the
 * planned one, or if parties have no seats and that is not confirmed.
 */
export async function changeShows(
  ctx: Context,
  unit: ShowtimeUnit,
  { moves, cancelled, ...confirmation }: ShowsToChange & Confirmation,
): Promise<ShowChangesMade> {
  const { reason, deviceId } = confirmation
  for (const showtimeId of cancelled) {
    const { show } = unit.state(showtimeId)
    if (!show.isCancelled && unit.moment.now >= show.startsAt) throw closed(SHOW_HAS_STARTED)
    await cancelShowIn(unit, { showtimeId, reason, deviceId })
  }
  const made: MadeMove[] = []
  const ownerIds = new Set<string>()
  let waiting = moves
  while (true) {
    const blocked: ShowChangesMade['blocked'] = []
    for (const request of waiting) {
      const planned = await loadUnblocked(ctx, unit, request)
      if ('message' in planned) blocked.push({ request, message: planned.message })
      else {
        const { move } = planned
        const plan = moveView(move)
        if (!move.isThere) {
          assertPlanned(plan, request, confirmation)
          await writeMove(ctx, unit, { move, request: confirmation })
        }
        made.push({ request: { ...request, planHash: plan.planHash }, plan })
        for (const id of planned.ownerIds) ownerIds.add(id)
      }
    }
    if (blocked.length === waiting.length || blocked.length === 0)
      return { made, blocked, ownerIds }
    waiting = blocked.map(({ request }) => request)
  }
}

/** The move, or why it is impossible now. */
async function loadUnblocked(ctx: Context, unit: ShowtimeUnit, request: UsedShowMove) {
  try {
    return await loadMoveIn(ctx, unit, request)
  } catch (error) {
    if (error instanceof AppError) return { message: error.message }
    throw error
  }
}

function assertPlanned(
  { planHash, counts }: MovePlan,
  { planHash: plannedHash }: UsedShowMove,
  { refundUnseated }: Confirmation,
) {
  if (plannedHash === undefined) return
  if (plannedHash !== planHash) throw closed(PLAN_CHANGED)
  if (counts.unseatedBookings > 0 && !refundUnseated) throw closed(UNSEATED_PARTIES)
}
