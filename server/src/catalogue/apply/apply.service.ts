import type { Context } from '#src/context.ts'
import { analyze } from '#src/database/dialect.ts'
import { lockCatalogue } from '#src/database/locks.ts'
import type { Db } from '#src/database/schema.ts'
import { type Database, inTransaction } from '#src/database/transaction.ts'
import type { Catalogue } from '../file/catalogue.schema.ts'
import { findWarnings } from '../file/catalogue-warnings.ts'
import {
  incrementProgrammeVersion,
  readProgrammeVersion,
  storeCatalogueProblems,
} from '../programme.service.ts'
import { type CinemaClock, cinemaClock } from '../schedule/calendar.ts'
import { MAX_DURATION_MS, withCatalogueLock } from '../schedule/schedule.ts'
import * as statements from './apply.sql.ts'
import { applyCinema } from './apply-cinema.ts'
import { applyDaily } from './apply-daily.ts'
import { applyMovies } from './apply-movies.ts'
import { applyScreens } from './apply-screens.ts'
import { type AppliedShowtimes, applyShowtimes, type WantedShowtimes } from './apply-showtimes.ts'
import { fixedShowtimeRows } from './fixed-showtimes.ts'
import { findIdentities, storeIdentities } from './identities.ts'
import { type RowChanges, rowIdsOf, splitMissing } from './row-diff.ts'

/** What a file has changed, in words. */
interface CatalogueChanges {
  cinema: RowChanges
  screens: RowChanges
  places: RowChanges
  movies: RowChanges
  daily: RowChanges
  showtimes: AppliedShowtimes['changes']
  /** What may be a mistake in the file. */
  warnings: string[]
}

interface AppliedPlan extends Omit<AppliedShowtimes, 'changes'> {
  changes: CatalogueChanges
}

/** What a file changes, or what the server asks instead. */
export type CataloguePlan = AppliedPlan | { questions: string[] }

/** Longer lists end with how many more there are. */
const MAX_LOGGED = 100

interface CatalogueChange {
  source: WantedShowtimes['source']
  /** Reads what the change depends on and returns the catalogue, under the lock of the catalogue. */
  load: (tx: Db, clock: CinemaClock) => Promise<Catalogue>
  /** Throws if the change is not to be made. */
  confirm?: (tx: Db, plan: CataloguePlan) => Promise<unknown>
  /** For changes of staff: moves and cancels shows in use, under their locks. */
  shows?: { ids: readonly string[]; change: (unit: CatalogueUnit) => Promise<unknown> }
}

/** The `ShowtimeUnit` of the inventory, which this folder does not import: a transaction that has locked the catalogue and some shows. */
type CatalogueUnit = Parameters<Parameters<Context['showtimes']['transact']>[2]>[0]

/**
 * Changes only what differs from the catalogue. Never removes a place or showtime that is booked or held. Changes nothing and returns questions if
 * something with sold tickets may have been renamed. Changes nothing either if `confirm` throws.
 */
export const applyCatalogue = (ctx: Context, catalogue: Catalogue): Promise<CataloguePlan> =>
  changeCatalogue(ctx, { source: 'file', load: async () => catalogue })

/** As `applyCatalogue`, for a catalogue that depends on what is there. Holds and sales wait. */
export async function changeCatalogue(
  ctx: Context,
  { source, load, confirm, shows }: CatalogueChange,
): Promise<CataloguePlan> {
  const options = {
    durable: true,
    isLong: true,
    settings: ctx.config,
    prepare: (tx: Db) => lockProgramme(tx, ctx.now()),
  }
  const applied = await ctx.showtimes.transact(shows?.ids ?? [], options, async (unit) => {
    const { tx } = unit
    const clock = cinemaClock(ctx)
    const catalogue = await load(tx, clock)
    const changeShows = shows && (() => shows.change(unit))
    const plan = await applyChanges(tx, { catalogue, source, changeShows }, clock)
    await confirm?.(tx, plan)
    if (listChanges(plan).length > 0) await incrementProgrammeVersion(tx)
    if ('changes' in plan) await storeCatalogueProblems(tx, [])
    return plan
  })
  for (const id of ctx.showtimes.ids()) ctx.showtimes.invalidate(id)
  if ('changes' in applied) {
    emitChanges(ctx, applied)
    await reportApplied(ctx, applied)
  }
  return applied
}

/** The catalogue before the showtimes, as everything that locks both. */
async function lockProgramme(tx: Db, now: number) {
  await lockCatalogue(tx)
  await statements.changeShowtimesSince(tx, now - MAX_DURATION_MS)
}

interface PlannedCatalogue {
  plan: CataloguePlan
  /** The version of the programme for which it was made. */
  version: number
}

/** Returns what a file would change, or what the server would ask. Changes nothing. Waits for other changes of the catalogue, and sales wait for it. */
export async function planCatalogue(
  db: Database,
  catalogue: Catalogue,
  clock: CinemaClock,
): Promise<PlannedCatalogue> {
  return rolledBack(async (keep) => {
    await inTransaction(db, { durable: false, isLong: true }, async (tx) => {
      await lockProgramme(tx, clock.now)
      const plan = await applyChanges(tx, { catalogue, source: 'file' }, clock)
      keep({ plan, version: await readProgrammeVersion(tx) })
    })
  })
}

/** Runs work that calls `keep` in a transaction, which is then rolled back, and returns what was kept. */
export async function rolledBack<T>(work: (keep: (result: T) => never) => Promise<unknown>) {
  const kept: T[] = []
  const rollBack = new Error('A plan is never committed.')
  await work((result) => {
    kept.push(result)
    throw rollBack
  }).catch((error: unknown) => {
    if (error !== rollBack) throw error
  })
  return kept[0] as T
}

/** Fills an empty database with the catalogue. Does nothing if there are screens or movies. */
export async function seedCatalogue(ctx: Context, catalogue: Catalogue) {
  const applied = await withCatalogueLock(ctx, async (tx, clock) => {
    return (await hasCatalogue(tx))
      ? undefined
      : applyChanges(tx, { catalogue, source: 'file' }, clock)
  })
  if (applied && 'changes' in applied) await reportApplied(ctx, applied)
}

/** Tells all nodes: offices show the programme, and visitors may watch a show that is removed. */
function emitChanges({ events }: Context, { added, removed }: AppliedPlan) {
  for (const { id } of removed) events.emit('claimsChanged', id)
  for (const { id } of [...added, ...removed]) events.emit('showChanged', id)
}

/** Whether there are screens or movies. */
export const hasCatalogue = async (db: Db) =>
  (await statements.allScreens(db)).length > 0 || (await statements.allMovies(db)).length > 0

async function reportApplied(
  { db, log }: Context,
  { changes: { warnings, ...changes }, conflicts }: AppliedPlan,
) {
  if (changes.places.added.length > 0) await analyze(db)
  log.info(shortened(changes), 'catalogue applied')
  const notApplied = conflicts.filter(({ isApplied }) => !isApplied).map(({ message }) => message)
  if (notApplied.length > 0)
    log.warn({ conflicts: shortList(notApplied) }, 'catalogue applied in part')
  const applied = conflicts.filter(({ isApplied }) => isApplied).map(({ message }) => message)
  const doubtful = [...warnings, ...applied]
  if (doubtful.length > 0) log.warn({ warnings: shortList(doubtful) }, 'catalogue has warnings')
}

const shortened = (changes: Omit<CatalogueChanges, 'warnings'>) =>
  Object.fromEntries(
    Object.entries(changes).map(([kind, lists]) => [kind, shortLists({ ...lists })]),
  )

/** Without empty lists. */
const shortLists = (lists: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([name, list]) =>
      list.length === 0 ? [] : [[name, shortList(list)]],
    ),
  )

const shortList = (list: readonly string[]) =>
  list.length <= MAX_LOGGED
    ? list
    : [...list.slice(0, MAX_LOGGED), `and ${list.length - MAX_LOGGED} more`]

interface WantedCatalogue extends Pick<WantedShowtimes, 'source' | 'changeShows'> {
  catalogue: Catalogue
}

async function applyChanges(
  tx: Db,
  { catalogue, source, changeShows }: WantedCatalogue,
  clock: CinemaClock,
): Promise<CataloguePlan> {
  const identities = await findIdentities(tx, catalogue, clock.now)
  if (identities.questions.length > 0) return { questions: identities.questions }
  const cinema = await applyCinema(tx, catalogue)
  const screens = await applyScreens(tx, catalogue, { identities, now: clock.now })
  const movies = await applyMovies(tx, catalogue, identities)
  const ids = { screens: screens.ids, movies: movies.ids }
  const daily = await applyDaily(tx, catalogue, { ...ids, fileIds: identities.dailyIds })
  const fixed = fixedShowtimeRows(catalogue, ids)
  const { longer } = movies
  const { otherClosedDays } = screens
  const wanted = { fixed, daily: daily.daily, longer, otherClosedDays, source, changeShows }
  const showtimes = await applyShowtimes(tx, wanted, clock)
  await storeIdentities(tx, { ...ids, daily: daily.ids })

  const missingMovies = rowIdsOf(movies.missing)
  const { rows: removedMovies } = await statements.deleteUnusedMovies(tx, missingMovies)
  await statements.deletePosterFiles(tx, rowIdsOf(removedMovies))
  await statements.retireMovies(tx, missingMovies)
  const { rows: removedScreens } = await statements.deleteUnusedScreens(
    tx,
    rowIdsOf(screens.missing),
  )
  const changes = {
    cinema,
    screens: {
      added: screens.added,
      changed: screens.changed,
      ...splitMissing(screens.missing, removedScreens, namesOf),
    },
    places: screens.places.changes,
    movies: {
      added: movies.added,
      changed: movies.changed,
      ...splitMissing(movies.missing, removedMovies, namesOf),
    },
    daily: daily.changes,
    showtimes: showtimes.changes,
    warnings: findWarnings(catalogue, clock),
  }
  const { added, removed, replacedDaily } = showtimes
  const conflicts = [...screens.places.conflicts, ...showtimes.conflicts]
  return { changes, added, removed, replacedDaily, conflicts }
}

/** What a plan changes, one line each: `movies added: Amaran`. */
export function listChanges(plan: CataloguePlan) {
  if ('questions' in plan) return []
  const { warnings: _, ...changes } = plan.changes
  return Object.entries(changes).flatMap(([kind, { added, changed, removed }]) =>
    Object.entries({ added, changed, removed }).flatMap(([change, names]) =>
      names.map((name) => `${kind} ${change}: ${name}`),
    ),
  )
}

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
