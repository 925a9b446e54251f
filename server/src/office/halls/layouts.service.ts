import { addDays, formatInstant, formatIsoDate, startOfDay } from '@marquee/contract/time'
import { recordAction } from '#src/audit/audit.service.ts'
import { changeCatalogue, rolledBack } from '#src/catalogue/apply/apply.service.ts'
import { catalogueOf, withStoredIds } from '#src/catalogue/changes/programme.ts'
import { readProgramme } from '#src/catalogue/export/export-catalogue.service.ts'
import {
  beginLayoutVersion,
  describeVersion,
  readLayoutVersions,
  readUpcomingShows,
} from '#src/catalogue/layouts/layout-versions.ts'
import { makeOfficeOwner, readProgrammeVersion } from '#src/catalogue/programme.service.ts'
import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import { conflicting, invalid } from '#src/errors.ts'
import { conflictsOf } from '../programme/plans/programme-plans.view.ts'
import {
  applyOnce,
  planNotFound,
  readPlan,
  storePlan,
} from '../programme/plans/stored-plans.service.ts'
import { assertHall, changeScreenFields, type HallFields, readScreen } from './screens.service.ts'

/** The versions of the layout of a screen, the latest first. Throws NOT_FOUND. */
export async function listLayouts(ctx: Context, screenId: string) {
  const screen = await readScreen(ctx, screenId)
  const versions = await readLayoutVersions(ctx.reader, screenId, ctx.now())
  return {
    screen,
    layouts: versions.map(({ validFrom, ...layout }) => ({
      ...layout,
      validFrom: validFrom === 0 ? null : formatIsoDate(validFrom, ctx.config.timeZone),
    })),
  }
}

interface LayoutRequest extends HallFields {
  screenId: string
  /** A day of the cinema. */
  validFrom?: string | undefined
}

/** A plan as it is kept: applied, it does the same again. */
interface PlannedLayout {
  screenId: string
  hall: HallFields
  /** Epoch milliseconds. */
  validFrom: number
}

const FIRST_DAY_OVER = 'The day from which this layout is valid is over. Please plan it again.'

/** Says what a new version of a layout would do, and keeps the plan. Throws NOT_FOUND, and INVALID for rows that contradict each other or a day that is over. */
export async function planLayout(ctx: Context, { screenId, validFrom, ...hall }: LayoutRequest) {
  assertHall(hall)
  const { name } = await readScreen(ctx, screenId)
  const { timeZone } = ctx.config
  const today = formatIsoDate(ctx.now(), timeZone)
  const from = validFrom ?? today
  if (from < today) throw invalid('Please choose today or a later day.')
  const layout = { screenId, hall, validFrom: startOfDay(from, timeZone) }
  const planned = await rolledBack<{
    version: number
    changes: string[]
    shows: Awaited<ReturnType<typeof readUpcomingShows>>
  }>((keep) =>
    writeLayout(ctx, layout, {
      confirm: async (tx, earlierId) =>
        keep({
          version: await readProgrammeVersion(tx),
          changes: await describeVersion(tx, { screenId, earlierId }, name),
          shows: await readUpcomingShows(tx, screenId, ctx.now()),
        }),
    }),
  )
  const planId = await storePlan(ctx, {
    kind: 'layout',
    version: planned.version,
    content: JSON.stringify(layout),
    show_changes: null,
    expires_at: startOfDay(addDays(from, 1), timeZone),
  })
  return {
    planId,
    changes: planned.changes,
    shows: planned.shows.map(({ id, movie, startsAt, sold, held, layoutId }) => ({
      _id: id,
      movie,
      startTime: formatInstant(startsAt),
      sold,
      held,
      keeps: layoutId !== screenId,
    })),
  }
}

interface LayoutToApply {
  screenId: string
  planId: string
  reason?: string | undefined
  deviceId: string
}

/**
 * Applies a plan of a layout. Returns false if it was applied already. Throws NOT_FOUND, and CLOSED if the programme has changed since it was planned or the first
 * day of the layout is over.
 */
export async function applyLayout(ctx: Context, request: LayoutToApply) {
  const { screenId, planId, reason, deviceId } = request
  const plan = await readPlan(ctx, { kind: 'layout', planId })
  const layout = JSON.parse(plan.content) as PlannedLayout
  if (layout.screenId !== screenId) throw planNotFound()
  return applyOnce(plan, FIRST_DAY_OVER, (begin) =>
    writeLayout(ctx, layout, {
      begin,
      confirm: async (tx) => {
        await makeOfficeOwner(tx)
        const action = 'layout.apply' as const
        await recordAction(tx, {
          deviceId,
          action,
          reason,
          subjectType: 'screen',
          subject: screenId,
        })
      },
    }),
  )
}

interface LayoutWork {
  begin?: (tx: Db, now: number) => Promise<void>
  confirm: (tx: Db, earlierId: string) => Promise<unknown>
}

async function writeLayout(
  ctx: Context,
  { screenId, hall, validFrom }: PlannedLayout,
  { begin, confirm }: LayoutWork,
) {
  let earlierId = ''
  await changeCatalogue(ctx, {
    source: 'changes',
    load: async (tx, clock) => {
      await begin?.(tx, clock.now)
      const programme = withStoredIds(await readProgramme(tx, clock))
      const changed = changeScreenFields(programme, screenId, hall)
      earlierId = await beginLayoutVersion(tx, { screenId, validFrom })
      return catalogueOf(changed)
    },
    confirm: async (tx, plan) => {
      const conflicts = conflictsOf(plan).map(({ message }) => message)
      if (conflicts.length > 0) throw conflicting(conflicts)
      await confirm(tx, earlierId)
    },
  })
}
