import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { formatInstant } from '@marquee/contract/time'
import {
  type CataloguePlan,
  changeCatalogue,
  planCatalogue,
  rolledBack,
} from '#src/catalogue/apply/apply.service.ts'
import { parseCatalogue } from '#src/catalogue/apply/load-catalogue.ts'
import { type ChangedProgramme, changeProgramme } from '#src/catalogue/changes/change-programme.ts'
import { catalogueOf, withStoredIds } from '#src/catalogue/changes/programme.ts'
import { readProgramme } from '#src/catalogue/export/export-catalogue.service.ts'
import type { Catalogue } from '#src/catalogue/file/catalogue.schema.ts'
import {
  catalogueFileOf,
  readProgrammeState,
  readProgrammeVersion,
} from '#src/catalogue/programme.service.ts'
import { cinemaClock } from '#src/catalogue/schedule/calendar.ts'
import { ConfigError } from '#src/config/config.ts'
import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import { invalid } from '#src/errors.ts'
import { changeShows, type ShowChangesMade, type ShowsToChange } from './change-shows.ts'
import { planView, showtimesOf } from './programme-plans.view.ts'
import { storePlan } from './stored-plans.service.ts'

/** Says what a catalogue file would change, and keeps the plan for `applyProgramme`. Throws INVALID with all problems of the file. */
export async function planProgramme(ctx: Context, text: string) {
  const catalogue = readCatalogue(text)
  const clock = cinemaClock(ctx)
  const { plan, version } = await planCatalogue(ctx.db, catalogue, clock)
  const expiresAt = firstStartOf(startsOf(plan))
  const kept = { version, catalogue, showChanges: null, expiresAt }
  return { planId: await keepPlan(ctx, kept), ...(await planView(ctx.reader, plan)) }
}

function readCatalogue(text: string) {
  try {
    return parseCatalogue(() => Buffer.from(text), 'the file')
  } catch (error) {
    if (error instanceof ConfigError) throw invalid(error.problems.join('\n'))
    throw error
  }
}

/** Says what changes would do, and keeps the plan for `applyProgramme`. What cannot be done is a conflict. */
export async function planChanges(ctx: Context, changes: readonly ProgrammeChange[]) {
  const { ids } = await loadChanges(ctx, ctx.reader, changes)
  const planned = await rolledBack<ViewedPlan>((keep) => {
    let changed: LoadedProgramme
    let shows: ShowChangesMade
    return changeCatalogue(ctx, {
      source: 'changes',
      load: async (tx) => {
        changed = await loadChanges(ctx, tx, changes)
        return changed.catalogue
      },
      shows: {
        ids,
        change: async (unit) => {
          // Shows that came into use after `ids` were read are conflicts: they are not locked.
          shows = await changeShows(ctx, unit, {
            ...lockedOf(changed.showChanges, ids),
            reason: '',
            deviceId: '',
            refundUnseated: true,
          })
        },
      },
      confirm: async (tx, plan) => {
        const { catalogue, showChanges } = changed
        const version = changed.version
        const view = await planView(tx, plan, { changed, shows })
        view.warnings.push(...(await warnFirstChange(tx, ctx.config)))
        const moves = shows.made.map(({ request }) => request)
        const expiresAt = firstStartOf([
          ...startsOf(plan),
          ...changed.moves.map(({ show }) => show.startsAt),
          ...changed.cancelled.map(({ startsAt }) => startsAt),
        ])
        keep({ version, catalogue, showChanges: { ...showChanges, moves }, expiresAt, view })
      },
    })
  })
  const { view, ...plan } = planned
  return { planId: await keepPlan(ctx, plan), ...view }
}

const FIRST_CHANGE =
  'From this change on, the programme belongs to the office. Remove the setting CATALOGUE: a start with it is refused.'

async function warnFirstChange(tx: Db, config: Context['config']) {
  const { isOwnedByOffice } = await readProgrammeState(tx)
  return !isOwnedByOffice && catalogueFileOf(config) !== undefined ? [FIRST_CHANGE] : []
}

function startsOf(plan: CataloguePlan) {
  const { added, removed } = showtimesOf(plan)
  return [...added, ...removed].map(({ starts_at }) => starts_at)
}

const firstStartOf = (starts: number[]) => (starts.length === 0 ? null : Math.min(...starts))

interface ViewedPlan extends NewPlan {
  view: Awaited<ReturnType<typeof planView>>
}

/** What a plan keeps of the changes of staff besides its catalogue. */
export interface StoredShowChanges extends ShowsToChange {
  /** Why changes are left out of the catalogue. A plan that has any is not applied. */
  refused: readonly string[]
}

interface LoadedProgramme extends ChangedProgramme {
  version: number
  catalogue: Catalogue
  showChanges: StoredShowChanges
  ids: string[]
}

async function loadChanges(
  ctx: Context,
  db: Db,
  changes: readonly ProgrammeChange[],
): Promise<LoadedProgramme> {
  const clock = cinemaClock(ctx)
  const version = await readProgrammeVersion(db)
  const changed = changeProgramme(withStoredIds(await readProgramme(db, clock)), changes, clock)
  const cancelled = changed.cancelled.map(({ id }) => id)
  const moves = changed.moves
    .filter(({ show }) => show.isInUse)
    .map(({ show, screenId, startsAt }) => ({
      showtimeId: show.id,
      screenId: screenId === show.screenId ? undefined : screenId,
      startTime: formatInstant(startsAt),
    }))
  return {
    ...changed,
    version,
    catalogue: catalogueOf(changed.programme),
    showChanges: { moves, cancelled, refused: changed.refused.map(({ message }) => message) },
    ids: [...moves.map(({ showtimeId }) => showtimeId), ...cancelled],
  }
}

const lockedOf = ({ moves, cancelled }: ShowsToChange, ids: readonly string[]) => ({
  moves: moves.filter(({ showtimeId }) => ids.includes(showtimeId)),
  cancelled: cancelled.filter((id) => ids.includes(id)),
})

interface NewPlan {
  version: number
  catalogue: Catalogue
  showChanges: StoredShowChanges | null
  /** The first start of a show that is added, moved or removed. Epoch milliseconds. */
  expiresAt: number | null
}

const keepPlan = (ctx: Context, { version, catalogue, showChanges, expiresAt }: NewPlan) =>
  storePlan(ctx, {
    kind: 'programme',
    version,
    content: JSON.stringify(catalogue),
    show_changes: showChanges && JSON.stringify(showChanges),
    expires_at: expiresAt,
  })
