import type { PlannedShow, ProgrammePlan } from '@marquee/contract/office/programme/plans'
import { placeName } from '@marquee/contract/office/shows/place-names'
import { recordAction } from '#src/audit/audit.service.ts'
import { sumOf } from '#src/bookings/change/planners/booking-change.ts'
import {
  applyCatalogue,
  type CataloguePlan,
  listChanges,
  planCatalogue,
} from '#src/catalogue/apply/apply.service.ts'
import type { PlannedShowtime, ProgrammeConflict } from '#src/catalogue/apply/apply-showtimes.ts'
import { parseCatalogue } from '#src/catalogue/apply/load-catalogue.ts'
import { Catalogue } from '#src/catalogue/file/catalogue.schema.ts'
import { readProgrammeVersion } from '#src/catalogue/programme.service.ts'
import { ConfigError } from '#src/config/config.ts'
import type { Context } from '#src/context.ts'
import { newId } from '#src/database/rows/new-id.ts'
import type { Db } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { AppError, closed, invalid } from '#src/errors.ts'
import * as statements from './programme-plans.sql.ts'

const PROGRAMME_CHANGED = 'The programme has changed meanwhile. Please plan the change again.'
const PLAN_NOT_FOUND = 'There is no such plan. Plans are kept for a day: please plan again.'

/** Says what a catalogue file would change, and keeps the plan for `applyProgramme`. Throws INVALID with all problems of the file. */
export async function planProgramme(ctx: Context, text: string) {
  const catalogue = readCatalogue(text)
  // Read first: a change during the planning makes the plan an old one.
  const version = await readProgrammeVersion(ctx.reader)
  const clock = { now: ctx.now(), timeZone: ctx.config.timeZone }
  const plan = await planCatalogue(ctx.db, catalogue, clock)
  const planId = newId()
  const row = { id: planId, version, catalogue: JSON.stringify(catalogue) }
  await inTransaction(ctx.db, { durable: true }, (tx) => statements.insertPlan(tx, row))
  return { planId, ...(await planView(ctx.reader, plan)) }
}

function readCatalogue(text: string) {
  try {
    return parseCatalogue(() => Buffer.from(text), 'the file')
  } catch (error) {
    if (error instanceof ConfigError) throw invalid(error.problems.join('\n'))
    throw error
  }
}

interface ApplyRequest {
  planId: string
  reason?: string | undefined
  deviceId: string
}

/**
 * Applies a plan as a whole. Returns false if it was applied already. Throws NOT_FOUND, CLOSED if the programme has changed since it was planned, and
 * INVALID (422) with its conflicts.
 */
export async function applyProgramme(ctx: Context, { planId, reason, deviceId }: ApplyRequest) {
  const plan = await statements.selectPlan(ctx.db, planId)
  if (!plan) throw new AppError(404, 'NOT_FOUND', PLAN_NOT_FOUND)
  if (plan.applied_at !== null) return false
  await applyCatalogue(ctx, Catalogue.parse(JSON.parse(plan.catalogue)), async (tx, applied) => {
    const isFirst = (await statements.markApplied(tx, planId)).rows.length > 0
    if (!isFirst || (await readProgrammeVersion(tx)) !== Number(plan.version))
      throw closed(PROGRAMME_CHANGED)
    const conflicts = conflictsOf(applied).map(({ message }) => message)
    if (conflicts.length > 0) throw new AppError(422, 'INVALID', conflicts.join('\n'))
    const { added, removed } = showtimesOf(applied)
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
      },
    })
  })
  return true
}

const showtimesOf = (plan: CataloguePlan) => ('changes' in plan ? plan : { added: [], removed: [] })

/** What the server asks is a conflict too. */
const conflictsOf = (plan: CataloguePlan): ProgrammeConflict[] =>
  'changes' in plan
    ? plan.conflicts
    : plan.questions.map((message) => ({ showtime: null, message }))

const showView = ({ movie, screen, starts_at }: PlannedShowtime): PlannedShow => ({
  movie,
  screen,
  startTime: new Date(starts_at).toISOString(),
})

/** A plan as staff reads it: with the bookings of the shows that stay. */
export async function planView(db: Db, plan: CataloguePlan): Promise<ProgrammePlan> {
  const conflicts = conflictsOf(plan)
  const { added, removed } = showtimesOf(plan)
  const { rows: sold } = await statements.selectSoldPlaces(
    db,
    conflicts.flatMap(({ keptId = [] }) => keptId),
  )
  const byShow = Map.groupBy(sold, ({ showtime_id }) => showtime_id)
  const bookings = bookingsOf(sold)
  return {
    adds: added.map(showView),
    moves: [],
    removes: removed.map((show) => ({ ...showView(show), isCancelled: false, bookings: [] })),
    needsReason: false,
    changes: listChanges(plan),
    warnings: 'changes' in plan ? plan.changes.warnings : [],
    conflicts: conflicts.map(({ showtime, keptId = '', message }) => ({
      ...(showtime ? showView(showtime) : NO_SHOW),
      message,
      bookings: bookingsOf(byShow.get(keptId) ?? []),
    })),
    consequences: {
      bookings: bookings.length,
      people: sold.filter(({ kind }) => kind === 'seat').length,
      refunds: sumOf(bookings.map(({ refund }) => refund)),
      mails: bookings.filter(({ hasEmail }) => hasEmail).length,
      references: bookings.map(({ reference }) => reference),
    },
  }
}

const NO_SHOW = { movie: null, screen: null, startTime: null }

const bookingsOf = (places: readonly statements.SoldPlaceRow[]) =>
  [...Map.groupBy(places, ({ reference }) => reference)].map(([reference, own]) => ({
    reference,
    places: own.map(placeName),
    refund: sumOf(own.map(({ refund }) => refund)),
    hasEmail: own.some(({ has_email }) => has_email === 1),
  }))
