import { recordAction } from '#src/audit/audit.service.ts'
import { finishShowCancellations } from '#src/bookings/shows/show-cancellation.service.ts'
import { changeCatalogue, listChanges } from '#src/catalogue/apply/apply.service.ts'
import { Catalogue } from '#src/catalogue/file/catalogue.schema.ts'
import { makeOfficeOwner, readProgrammeVersion } from '#src/catalogue/programme.service.ts'
import type { Context } from '#src/context.ts'
import { AppError, closed } from '#src/errors.ts'
import { changeShows, type ShowChangesMade } from './change-shows.ts'
import type { StoredShowChanges } from './programme-plans.service.ts'
import * as statements from './programme-plans.sql.ts'
import { conflictsOf, showtimesOf } from './programme-plans.view.ts'

export const PROGRAMME_CHANGED =
  'The programme has changed meanwhile. Please plan the change again.'
export const PLAN_NOT_FOUND = 'There is no such plan. Plans are kept for a day: please plan again.'
const SHOW_HAS_STARTED =
  'The start of a show of this plan is over meanwhile. Please plan the change again.'
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
  const plan = await statements.selectPlan(ctx.db, planId)
  if (!plan) throw new AppError(404, 'NOT_FOUND', PLAN_NOT_FOUND)
  if (plan.applied_at !== null) return false
  const showChanges =
    plan.show_changes === null ? null : (JSON.parse(plan.show_changes) as StoredShowChanges)
  const { moves, cancelled, refused } = showChanges ?? { moves: [], cancelled: [], refused: [] }
  const ids = [...moves.map(({ showtimeId }) => showtimeId), ...cancelled]
  if (ids.length > 0 && reason === undefined) throw new AppError(422, 'INVALID', NO_REASON)
  let shows: ShowChangesMade = { made: [], blocked: [], ownerIds: new Set() }
  await changeCatalogue(ctx, {
    load: async (tx, clock) => {
      const isFirst = (await statements.markApplied(tx, planId)).rows.length > 0
      if (!isFirst || (await readProgrammeVersion(tx)) !== Number(plan.version))
        throw closed(PROGRAMME_CHANGED)
      if (plan.expires_at !== null && Number(plan.expires_at) <= clock.now)
        throw closed(SHOW_HAS_STARTED)
      return Catalogue.parse(JSON.parse(plan.catalogue))
    },
    ...(showChanges && {
      shows: {
        ids,
        change: async (unit: Parameters<typeof changeShows>[1]) => {
          const confirmation = { reason: reason ?? '', deviceId, refundUnseated }
          shows = await changeShows(ctx, unit, { ...showChanges, ...confirmation })
        },
      },
    }),
    confirm: async (tx, applied) => {
      const conflicts = [
        ...refused,
        ...shows.blocked.map(({ message }) => message),
        ...conflictsOf(applied).map(({ message }) => message),
      ]
      if (conflicts.length > 0) throw new AppError(422, 'INVALID', conflicts.join('\n'))
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
  })
  for (const id of ids) ctx.events.emit('showChanged', id)
  for (const userId of shows.ownerIds) ctx.events.emit('noticesChanged', userId)
  if (cancelled.length > 0) await finishShowCancellations(ctx)
  return true
}
