import type { Context } from '#src/context.ts'
import { analyze } from '#src/database/dialect.ts'
import { lockCatalogue } from '#src/database/locks.ts'
import type { CinemaRow, Db } from '#src/database/schema.ts'
import { type Database, inTransaction } from '#src/database/transaction.ts'
import { putCinema, selectCinema } from '../cinema/cinema.sql.ts'
import type { Catalogue } from '../file/catalogue.schema.ts'
import { findWarnings } from '../file/catalogue-warnings.ts'
import { incrementProgrammeVersion, storeCatalogueProblems } from '../programme.service.ts'
import type { CinemaClock } from '../schedule/calendar.ts'
import { MAX_DURATION_MS, withCatalogueLock } from '../schedule/schedule.ts'
import * as statements from './apply.sql.ts'
import { applyMovies } from './apply-movies.ts'
import { applyScreens } from './apply-screens.ts'
import {
  type AppliedShowtimes,
  applyDaily,
  applyShowtimes,
  fixedShowtimeRows,
  type ShowtimeChanges,
} from './apply-showtimes.ts'
import { findIdentities, storeIdentities } from './identities.ts'
import { diffRows, type RowChanges, rowIdsOf, splitMissing } from './row-diff.ts'

/** What a file has changed, in words. */
interface CatalogueChanges {
  cinema: RowChanges
  screens: RowChanges
  places: RowChanges
  movies: RowChanges
  daily: RowChanges
  showtimes: ShowtimeChanges
  /** What may be a mistake in the file. */
  warnings: string[]
}

interface AppliedPlan extends Pick<AppliedShowtimes, 'added' | 'removed' | 'conflicts'> {
  changes: CatalogueChanges
}

/** What a file changes, or what the server asks instead. */
export type CataloguePlan = AppliedPlan | { questions: string[] }

/** Longer lists end with how many more there are. */
const MAX_LOGGED = 100

/**
 * Changes only what differs from the catalogue. Never removes a place or showtime that is booked or held. Changes nothing and returns questions if
 * something with sold tickets may have been renamed. Changes nothing either if `confirm` throws.
 */
export async function applyCatalogue(
  ctx: Context,
  catalogue: Catalogue,
  confirm: (tx: Db, plan: CataloguePlan) => Promise<unknown> = async () => undefined,
): Promise<CataloguePlan> {
  const applied = await withCatalogueLock(ctx, async (tx, clock) => {
    await statements.changeShowtimesSince(tx, clock.now - MAX_DURATION_MS)
    const plan = await applyChanges(tx, catalogue, clock)
    await confirm(tx, plan)
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

/** Returns what a file would change, or what the server would ask. Changes nothing. Waits for other changes of the catalogue, and sales wait for it. */
export async function planCatalogue(
  db: Database,
  catalogue: Catalogue,
  clock: CinemaClock,
): Promise<CataloguePlan> {
  const plans: CataloguePlan[] = []
  const rollBack = new Error('A plan is never committed.')
  await inTransaction(db, { durable: false, isLong: true }, async (tx) => {
    await lockCatalogue(tx)
    await statements.changeShowtimesSince(tx, clock.now - MAX_DURATION_MS)
    plans.push(await applyChanges(tx, catalogue, clock))
    throw rollBack
  }).catch((error: unknown) => {
    if (error !== rollBack) throw error
  })
  const [plan] = plans
  if (!plan) throw rollBack
  return plan
}

/** Fills an empty database with the catalogue. Does nothing if there are screens or movies. */
export async function seedCatalogue(ctx: Context, catalogue: Catalogue) {
  const applied = await withCatalogueLock(ctx, async (tx, clock) => {
    return (await hasCatalogue(tx)) ? undefined : applyChanges(tx, catalogue, clock)
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

async function applyChanges(
  tx: Db,
  catalogue: Catalogue,
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
  const showtimes = await applyShowtimes(tx, { fixed, daily: daily.daily }, clock)
  await storeIdentities(tx, { ...ids, daily: daily.ids })

  const missingMovies = rowIdsOf(movies.missing)
  const { rows: removedMovies } = await statements.deleteUnusedMovies(tx, missingMovies)
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
  const { added, removed } = showtimes
  const conflicts = [...screens.places.conflicts, ...showtimes.conflicts]
  return { changes, added, removed, conflicts }
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

const cinemaKey = () => 'cinema'

/** Stores where the cinema is. A file that does not say it changes nothing. */
async function applyCinema(tx: Db, { cinema }: Catalogue): Promise<RowChanges> {
  const stored = await selectCinema(tx)
  const wanted: CinemaRow[] = cinema ? [cinemaRow(cinema)] : []
  const { added, changed } = diffRows(stored ? [stored] : [], wanted, cinemaKey)
  for (const row of [...added, ...changed.map(({ after }) => after)]) await putCinema(tx, row)
  return {
    added: added.map(({ name }) => name),
    changed: changed.map(({ after }) => after.name),
    removed: [],
    kept: [],
  }
}

const cinemaRow = (cinema: NonNullable<Catalogue['cinema']>): CinemaRow => ({
  id: 1,
  name: cinema.name,
  address: cinema.address ?? null,
  latitude: cinema.lat ?? null,
  longitude: cinema.lng ?? null,
  phone: cinema.phone ?? null,
  arrival_minutes: cinema.arrival,
})
