import { recordAction } from '#src/audit/audit.service.ts'
import { finishShowCancellations } from '#src/bookings/shows/show-cancellation.service.ts'
import { changeCatalogue, listChanges } from '#src/catalogue/apply/apply.service.ts'
import { Catalogue } from '#src/catalogue/file/catalogue.schema.ts'
import { makeOfficeOwner } from '#src/catalogue/programme.service.ts'
import type { Context } from '#src/context.ts'
import { conflicting } from '#src/errors.ts'
import { changeShows, SHOW_HAS_STARTED, type ShowChangesMade } from './change-shows.ts'
import type { StoredShowChanges } from './programme-plans.service.ts'
import { conflictsOf, showtimesOf } from './programme-plans.view.ts'
import { applyOnce, readPlan } from './stored-plans.service.ts'

const NO_REASON =
  'Please give a reason: shows with sold or held places are moved or cancelled, and visitors read it.'

interface ApplyRequest {
  planId: string
  reason?: string | undefined
  refundUnseated?: boolean | undefined
  deviceId: string
}

/**
 * Applies a plan as a whole. Returns false if it was applied already. Throws NOT_FOUND, CLOSED if the programme has changed since it was planned or one of
 * its shows has started, and INVALID (422) with its conflicts or without the reason that it needs.
 */
export async function applyProgramme(ctx: Context, request: ApplyRequest) {
  const { planId, reason, deviceId, refundUnseated = false } = request
  const plan = await readPlan(ctx, { kind: 'programme', planId })
  const showChanges =
    plan.show_changes === null ? null : (JSON.parse(plan.show_changes) as StoredShowChanges)
  const { moves, cancelled, refused } = showChanges ?? { moves: [], cancelled: [], refused: [] }
  const ids = [...moves.map(({ showtimeId }) => showtimeId), ...cancelled]
  if (ids.length > 0 && reason === undefined) throw conflicting([NO_REASON])
  let shows: ShowChangesMade = { made: [], blocked: [], ownerIds: new Set() }
  const isApplied = await applyOnce(plan, SHOW_HAS_STARTED, (begin) =>
    changeCatalogue(ctx, {
      source: showChanges ? 'changes' : 'file',
      load: async (tx, clock) => {
        await begin(tx, clock.now)
        return Catalogue.parse(JSON.parse(plan.content))
      },
      shows: {
        ids,
        change: async (unit) => {
          const confirmation = { reason: reason ?? '', deviceId, refundUnseated }
          shows = await changeShows(ctx, unit, { moves, cancelled, ...confirmation })
        },
      },
      confirm: async (tx, applied) => {
        const conflicts = [
          ...refused,
          ...shows.blocked.map(({ message }) => message),
          ...conflictsOf(applied).map(({ message }) => message),
        ]
        if (conflicts.length > 0) throw conflicting(conflicts)
        const { added, removed } = showtimesOf(applied)
        if (showChanges) await makeOfficeOwner(tx)
        await recordAction(tx, {
          deviceId,
          action: 'programme.apply',
          reason,
          subjectType: 'programme',
          subject: 'Programme',
          after: {
            changes: listChanges(applied).length,
            showsAdded: added.length,
            showsRemoved: removed.length,
            showsMoved: moves.length,
            showsCancelled: cancelled.length,
          },
        })
      },
    }),
  )
  if (!isApplied) return false
  for (const id of ids) ctx.events.emit('showChanged', id)
  for (const userId of shows.ownerIds) ctx.events.emit('noticesChanged', userId)
  if (cancelled.length > 0) await finishShowCancellations(ctx)
  return true
}
