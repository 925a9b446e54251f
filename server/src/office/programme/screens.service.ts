import type { HallRow, StaffScreen } from '@marquee/contract/office/programme/screens'
import { DEFAULT_CLEANING_MINUTES } from '@marquee/contract/office/programme/screens'
import { formatIsoDate, startOfDay } from '@marquee/contract/time'
import { recordAction } from '#src/audit/audit.service.ts'
import { changeCatalogue, rolledBack } from '#src/catalogue/apply/apply.service.ts'
import { readProgramme } from '#src/catalogue/apply/export-catalogue.service.ts'
import { catalogueOf, type Programme, withStoredIds } from '#src/catalogue/changes/programme.ts'
import type { CatalogueScreen } from '#src/catalogue/file/catalogue.schema.ts'
import { validateCatalogue } from '#src/catalogue/file/validate-catalogue.ts'
import {
  beginLayoutVersion,
  describeVersion,
  keepOutages,
  readLayoutVersions,
  readUpcomingOfHalls,
} from '#src/catalogue/layouts/layout-versions.ts'
import { makeOfficeOwner, readProgrammeVersion } from '#src/catalogue/programme.service.ts'
import type { Context } from '#src/context.ts'
import { newId } from '#src/database/rows/new-id.ts'
import type { Db } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { AppError, closed, invalid, screenNotFound } from '#src/errors.ts'
import { assertUnused } from './assert-unused.ts'
import { editProgramme } from './edit-programme.ts'
import { PLAN_NOT_FOUND, PROGRAMME_CHANGED } from './programme-plans.service.ts'
import * as plans from './programme-plans.sql.ts'
import { conflictsOf } from './programme-plans.view.ts'

const clockOf = (ctx: Context) => ({ now: ctx.now(), timeZone: ctx.config.timeZone })

/** The screens in use, by name. */
export async function listScreens(ctx: Context, db: Db = ctx.reader): Promise<StaffScreen[]> {
  const { screens, shows } = await readProgramme(db, clockOf(ctx))
  return Promise.all(
    screens.map(async ([_id, { name, cleaningMinutes = DEFAULT_CLEANING_MINUTES, rows }]) => {
      const [latest] = await readLayoutVersions(db, _id, ctx.now())
      return {
        _id,
        name,
        cleaningMinutes,
        layoutVersion: latest?.version ?? 1,
        seats: rows.reduce((sum, row) => sum + row.seats, 0),
        upcomingShows: shows.filter(({ screenId }) => screenId === _id).length,
      }
    }),
  )
}

async function readScreen(ctx: Context, id: string) {
  const screen = (await listScreens(ctx)).find(({ _id }) => _id === id)
  if (!screen) throw screenNotFound()
  return screen
}

interface Hall {
  rows: HallRow[]
  parking: CatalogueScreen['parking']
}

interface NewScreen extends Hall {
  name: string
  cleaningMinutes: number
  deviceId: string
}

/** Adds a screen. Throws INVALID for rows that contradict each other, and INVALID (422) if there is a screen with its name. */
export async function addScreen(ctx: Context, { deviceId, ...screen }: NewScreen) {
  assertHall(screen)
  const id = await editProgramme(ctx, {
    deviceId,
    action: 'screen.add',
    subjectType: 'screen',
    edit: (programme) => {
      assertFreeName(programme, screen.name)
      return { ...programme, screens: [...programme.screens, ['', { ...screen, was: null }]] }
    },
    findId: async (tx) =>
      (await listScreens(ctx, tx)).find(({ name }) => name === screen.name)?._id ?? '',
  })
  return readScreen(ctx, id)
}

/** Throws INVALID with all problems of the rows. */
function assertHall({ rows, parking }: Hall) {
  const screen = { name: 'Screen', rows, parking }
  const result = validateCatalogue({ screens: [screen], movies: [] })
  if ('problems' in result)
    throw invalid(result.problems.map((text) => text.replace('screens[0].', '')).join('\n'))
}

function assertFreeName({ screens }: Programme, name: string, ownId?: string) {
  const isTaken = ([id, screen]: Programme['screens'][number]) =>
    id !== ownId && screen.name.toLowerCase() === name.toLowerCase()
  if (screens.some(isTaken))
    throw new AppError(422, 'INVALID', `There is a screen called "${name}". Choose another name.`, {
      fields: { name: 'Choose another name.' },
    })
}

interface ScreenChange {
  screenId: string
  deviceId: string
  name?: string | undefined
  cleaningMinutes?: number | undefined
}

/** Changes the name or the cleaning time of a screen. Throws NOT_FOUND, and INVALID (422) if another screen has the name. */
export async function changeScreen(ctx: Context, { screenId, deviceId, ...given }: ScreenChange) {
  const fields = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  await editProgramme(ctx, {
    deviceId,
    action: 'screen.change',
    subjectType: 'screen',
    edit: (programme) => {
      if (given.name !== undefined) assertFreeName(programme, given.name, screenId)
      return changeEntry(programme, screenId, fields)
    },
    findId: async () => screenId,
    after: fields,
  })
  return readScreen(ctx, screenId)
}

/** Throws NOT_FOUND. */
function changeEntry(
  programme: Programme,
  screenId: string,
  fields: Partial<CatalogueScreen>,
): Programme {
  if (!programme.screens.some(([id]) => id === screenId)) throw screenNotFound()
  const screens = programme.screens.map(([id, screen]): Programme['screens'][number] => [
    id,
    id === screenId ? { ...screen, ...fields } : screen,
  ])
  return { ...programme, screens }
}

/** Takes a screen out of use. Throws NOT_FOUND, and CLOSED if it has shows to come or daily showtimes. */
export async function retireScreen(ctx: Context, screenId: string, deviceId: string) {
  await editProgramme(ctx, {
    deviceId,
    action: 'screen.retire',
    subjectType: 'screen',
    edit: (programme) => {
      const entry = programme.screens.find(([id]) => id === screenId)
      if (!entry) throw screenNotFound()
      assertUnused(entry[1].name, programme, (one) => one.screenId === screenId)
      return { ...programme, screens: programme.screens.filter(([id]) => id !== screenId) }
    },
    findId: async () => screenId,
  })
}

/** The versions of the hall of a screen, the latest first. Throws NOT_FOUND. */
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

interface LayoutRequest extends Hall {
  screenId: string
  /** A day of the cinema. */
  validFrom?: string | undefined
}

/** A plan as it is kept: applied, it does the same again. */
interface PlannedLayout {
  screenId: string
  hall: Hall
  /** Epoch milliseconds. */
  validFrom: number
}

/** Says what a new version of a hall would do, and keeps the plan. Throws NOT_FOUND, and INVALID for rows that contradict each other or a day that is over. */
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
    shows: Awaited<ReturnType<typeof readUpcomingOfHalls>>
  }>((keep) =>
    writeLayout(ctx, layout, async (tx, earlierId) =>
      keep({
        version: await readProgrammeVersion(tx),
        changes: await describeVersion(tx, { screenId, earlierId }, name),
        shows: await readUpcomingOfHalls(tx, screenId, ctx.now()),
      }),
    ),
  )
  const planId = newId()
  const row = {
    id: planId,
    version: planned.version,
    catalogue: JSON.stringify(layout),
    show_changes: null,
  }
  await inTransaction(ctx.db, { durable: true }, (tx) => plans.insertPlan(tx, row))
  return {
    planId,
    changes: planned.changes,
    shows: planned.shows.map(({ id, movie, startsAt, sold, held, hallId }) => ({
      _id: id,
      movie,
      startTime: new Date(startsAt).toISOString(),
      sold,
      held,
      keeps: hallId !== screenId,
    })),
  }
}

interface LayoutToApply {
  screenId: string
  planId: string
  reason?: string | undefined
  deviceId: string
}

/** Applies a plan of a hall. Returns false if it was applied already. Throws NOT_FOUND, and CLOSED if the programme has changed since it was planned. */
export async function applyLayout(ctx: Context, request: LayoutToApply) {
  const { screenId, planId, reason, deviceId } = request
  const plan = await plans.selectPlan(ctx.db, planId)
  const layout = plan && (JSON.parse(plan.catalogue) as Partial<PlannedLayout>)
  if (!layout || layout.screenId !== screenId) throw new AppError(404, 'NOT_FOUND', PLAN_NOT_FOUND)
  if (plan.applied_at !== null) return false
  await writeLayout(ctx, layout as PlannedLayout, async (tx) => {
    const isFirst = (await plans.markApplied(tx, planId)).rows.length > 0
    if (!isFirst || (await readProgrammeVersion(tx)) !== Number(plan.version))
      throw closed(PROGRAMME_CHANGED)
    await makeOfficeOwner(tx)
    const action = 'layout.apply' as const
    await recordAction(tx, { deviceId, action, reason, subjectType: 'screen', subject: screenId })
  })
  return true
}

async function writeLayout(
  ctx: Context,
  { screenId, hall, validFrom }: PlannedLayout,
  confirm: (tx: Db, earlierId: string) => Promise<unknown>,
) {
  let earlierId = ''
  await changeCatalogue(ctx, {
    load: async (tx, clock) => {
      const programme = withStoredIds(await readProgramme(tx, clock))
      const changed = changeEntry(programme, screenId, hall)
      earlierId = await beginLayoutVersion(tx, { screenId, validFrom })
      return catalogueOf(changed)
    },
    shows: { ids: [], change: async () => undefined },
    confirm: async (tx, plan) => {
      const conflicts = conflictsOf(plan).map(({ message }) => message)
      if (conflicts.length > 0) throw new AppError(422, 'INVALID', conflicts.join('\n'))
      await keepOutages(tx, { screenId, earlierId })
      await confirm(tx, earlierId)
    },
  })
}
