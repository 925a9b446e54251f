import type { ClosedDays, OpeningHours } from '@marquee/contract/office/programme/opening-times'
import type { HallRow, StaffScreen } from '@marquee/contract/office/programme/screens'
import { DEFAULT_CLEANING_MINUTES } from '@marquee/contract/office/programme/screens'
import { changeEntry, type Programme } from '#src/catalogue/changes/programme.ts'
import { readOpeningHours } from '#src/catalogue/cinema/cinema.service.ts'
import { readProgramme } from '#src/catalogue/export/export-catalogue.service.ts'
import {
  type CatalogueScreen,
  DEFAULT_ARRIVAL_MINUTES,
} from '#src/catalogue/file/catalogue.schema.ts'
import { validateCatalogue } from '#src/catalogue/file/validate-catalogue.ts'
import { readLayoutVersions } from '#src/catalogue/layouts/layout-versions.ts'
import { cinemaClock } from '#src/catalogue/schedule/calendar.ts'
import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import { invalid, screenNotFound } from '#src/errors.ts'
import { assertFreeName } from '../programme/assert-free-name.ts'
import { assertUnused } from '../programme/assert-unused.ts'
import { editProgramme } from '../programme/edit-programme.ts'

/** The screens in use, by name. */
export async function listScreens(ctx: Context, db: Db = ctx.reader): Promise<StaffScreen[]> {
  const { screens, shows } = await readProgramme(db, cinemaClock(ctx))
  return Promise.all(
    screens.map(async ([_id, screen]) => {
      const { name, cleaningMinutes = DEFAULT_CLEANING_MINUTES, closed = null, rows } = screen
      const [latest] = await readLayoutVersions(db, _id, ctx.now())
      return {
        _id,
        name,
        cleaningMinutes,
        closed,
        layoutVersion: latest?.version ?? 1,
        seats: rows.reduce((sum, row) => sum + row.seats, 0),
        upcomingShows: shows.filter(({ screenId }) => screenId === _id).length,
      }
    }),
  )
}

interface OpeningHoursChange {
  openingHours: OpeningHours | null
  deviceId: string
}

/** Changes when shows may begin and end. Shows that are there already stay. */
export async function changeOpeningHours(
  ctx: Context,
  { openingHours, deviceId }: OpeningHoursChange,
) {
  await editProgramme(ctx, {
    deviceId,
    action: 'cinema.opening-hours',
    subjectType: 'programme',
    edit: ({ cinema, ...programme }) => ({
      ...programme,
      cinema: {
        ...(cinema ?? { name: ctx.config.brandName, arrival: DEFAULT_ARRIVAL_MINUTES }),
        hours: openingHours ?? undefined,
      },
    }),
    finish: async () => 'Opening hours',
    after: openingHours ?? {},
  })
  return readOpeningHours(ctx.reader)
}

/** Throws NOT_FOUND. */
export async function readScreen(ctx: Context, id: string) {
  const screen = (await listScreens(ctx)).find(({ _id }) => _id === id)
  if (!screen) throw screenNotFound()
  return screen
}

export interface HallFields {
  rows: HallRow[]
  parking: CatalogueScreen['parking']
}

interface NewScreen extends HallFields {
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
      assertFreeName({ entries: programme.screens, kind: 'screen', name: screen.name })
      return { ...programme, screens: [...programme.screens, ['', { ...screen, was: null }]] }
    },
    finish: async (tx) =>
      (await listScreens(ctx, tx)).find(({ name }) => name === screen.name)?._id ?? '',
  })
  return readScreen(ctx, id)
}

/** Throws INVALID with all problems of the rows. */
export function assertHall({ rows, parking }: HallFields) {
  const screen = { name: 'Screen', rows, parking }
  const result = validateCatalogue({ screens: [screen], movies: [] })
  if ('problems' in result)
    throw invalid(result.problems.map((text) => text.replace('screens[0].', '')).join('\n'))
}

interface ScreenChange {
  screenId: string
  deviceId: string
  name?: string | undefined
  cleaningMinutes?: number | undefined
  /** Null: it is in use on all days. */
  closed?: ClosedDays | null | undefined
}

/**
 * Changes the name, the cleaning time or the closed days of a screen. Throws NOT_FOUND, and INVALID (422) if another screen has the name, or if shows that
 * cannot be left out are in the way.
 */
export async function changeScreen(ctx: Context, { screenId, deviceId, ...given }: ScreenChange) {
  const after = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  await editProgramme(ctx, {
    deviceId,
    action: 'screen.change',
    subjectType: 'screen',
    edit: (programme) => {
      if (given.name !== undefined)
        assertFreeName({
          entries: programme.screens,
          kind: 'screen',
          name: given.name,
          ownId: screenId,
        })
      const fields = Object.entries(after).map(([name, value]) => [name, value ?? undefined])
      return changeScreenFields(programme, screenId, Object.fromEntries(fields))
    },
    finish: async () => screenId,
    after,
  })
  return readScreen(ctx, screenId)
}

/** Throws NOT_FOUND. */
export function changeScreenFields(
  programme: Programme,
  screenId: string,
  fields: Partial<CatalogueScreen>,
): Programme {
  if (!programme.screens.some(([id]) => id === screenId)) throw screenNotFound()
  return { ...programme, screens: changeEntry(programme.screens, screenId, fields) }
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
    finish: async () => screenId,
  })
}
