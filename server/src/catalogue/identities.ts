import { parseSeatNumber } from '@marquee/contract/seat-rows'
import type { CatalogueIdRow, Db } from '../database/schema.ts'
import * as statements from './apply.sql.ts'
import type {
  Catalogue,
  CatalogueDaily,
  CatalogueMovie,
  CatalogueRow,
  CatalogueScreen,
} from './catalogue.schema.ts'
import { askAboutRenaming, matchEntries, type StoredEntry } from './catalogue-entries.ts'

/** What the entries of the file are in the database. Those that are not there are new. */
export interface Identities {
  matchedScreens: ReadonlyMap<CatalogueScreen, string>
  matchedMovies: ReadonlyMap<CatalogueMovie, string>
  /** The letters that a row has had so far. */
  lettersBefore: ReadonlyMap<CatalogueRow, string>
  /** The ids of the last file for daily showtimes. */
  dailyIds: ReadonlyMap<string, string>
  /** For each new entry: whether something with sold tickets was renamed. */
  questions: string[]
}

/** Finds the screens, rows and movies of the file in the database. Writes nothing. */
export async function findIdentities(
  tx: Db,
  { screens, movies }: Catalogue,
  now: number,
): Promise<Identities> {
  const fileIds = await statements.allCatalogueIds(tx)
  const idsOfKind = (kind: CatalogueIdRow['kind']) =>
    new Map(fileIds.flatMap((row) => (row.kind === kind ? [[row.file_id, row.stored_id]] : [])))
  // What is offered comes last: of two with one name it is found.
  const storedMovies = (await statements.allMovies(tx)).toSorted((a, b) => b.retired - a.retired)
  const storedScreens = await statements.allScreens(tx)
  const storedRows = rowsOf(await statements.allPlaces(tx))
  const { rows: sold } = await statements.selectSold(tx, now)

  const matchedMovies = matchEntries(movies, storedMovies, idsOfKind('movie'))
  const matchedScreens = matchEntries(screens, storedScreens, idsOfKind('screen'))
  const soldMovies = new Set(sold.map(({ movie_id }) => movie_id))
  const soldScreens = new Set(sold.map(({ screen_id }) => screen_id))
  const offeredScreens = new Set(storedRows.map(({ screenId }) => screenId))
  const questions = [
    ...askAboutRenaming({
      ...{ entries: screens, matched: matchedScreens },
      sold: missingNames(
        storedScreens,
        matchedScreens,
        (id) => soldScreens.has(id) && offeredScreens.has(id),
      ),
      pathOf: (screen) => `screens[${screens.indexOf(screen)}]`,
    }),
    ...askAboutRenaming({
      ...{ entries: movies, matched: matchedMovies },
      sold: missingNames(
        storedMovies.filter(({ retired }) => retired === 0),
        matchedMovies,
        (id) => soldMovies.has(id),
      ),
      pathOf: (movie) => `movies[${movies.indexOf(movie)}]`,
    }),
  ]

  const soldRows = new Set(sold.map(({ screen_id, row_letters }) => `${screen_id} ${row_letters}`))
  const lettersBefore = new Map<CatalogueRow, string>()
  for (const [at, screen] of screens.entries()) {
    const screenId = matchedScreens.get(screen)
    if (screenId === undefined) continue
    const entries = screen.rows.map((row) => ({ ...row, name: row.row, row }))
    const stored = storedRows.filter((row) => row.screenId === screenId)
    const matched = matchEntries(entries, stored, rowIdsOf(screenId, idsOfKind('row')))
    const names = new Map(stored.map(({ id, name }) => [id, name]))
    for (const [{ row }, id] of matched) lettersBefore.set(row, names.get(id) ?? row.row)
    questions.push(
      ...askAboutRenaming({
        ...{ entries, matched },
        sold: missingNames(stored, matched, (id) => soldRows.has(id)),
        pathOf: (entry) => `screens[${at}].rows[${entries.indexOf(entry)}]`,
      }),
    )
  }
  return { matchedScreens, matchedMovies, lettersBefore, dailyIds: idsOfKind('daily'), questions }
}

function missingNames(
  stored: readonly StoredEntry[],
  matched: ReadonlyMap<unknown, string>,
  isSold: (id: string) => boolean,
) {
  const found = new Set(matched.values())
  return stored.flatMap(({ id, name }) => (!found.has(id) && isSold(id) ? name : []))
}

/** The rows of all screens that are offered. The id of a row has its screen and its letters. */
function rowsOf(places: Awaited<ReturnType<typeof statements.allPlaces>>) {
  const seats = places.filter(({ kind, retired }) => kind === 'seat' && retired === 0)
  const rows = seats.map(({ screen_id: screenId, label }) => {
    const { letters: name } = parseSeatNumber(label)
    return { id: rowId(screenId, name), name, screenId }
  })
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

const rowId = (screenId: string, letters: string) => `${screenId} ${letters}`

/** The ids of the rows of one screen, without the screen. */
const rowIdsOf = (screenId: string, ids: ReadonlyMap<string, string>) =>
  new Map(
    [...ids].flatMap(([fileId, storedId]) =>
      fileId.startsWith(`${screenId} `) ? [[fileId.slice(screenId.length + 1), storedId]] : [],
    ),
  )

interface AppliedIds {
  screens: ReadonlyMap<CatalogueScreen, string>
  movies: ReadonlyMap<CatalogueMovie, string>
  /** The key of each daily showtime. */
  daily: ReadonlyMap<CatalogueDaily, string>
}

/** Remembers what the ids of the file name, for the next file. */
export async function storeIdentities(tx: Db, { screens, movies, daily }: AppliedIds) {
  const entriesOf = (
    kind: CatalogueIdRow['kind'],
    entries: Iterable<[{ id?: string | undefined }, string]>,
  ) =>
    [...entries].flatMap(([{ id }, stored_id]): CatalogueIdRow[] =>
      id === undefined ? [] : [{ kind, file_id: id, stored_id }],
    )
  const rows = [...screens].flatMap(([{ rows: own }, screenId]) =>
    own.map((row): [{ id?: string | undefined }, string] => [
      { id: row.id === undefined ? undefined : `${screenId} ${row.id}` },
      rowId(screenId, row.row),
    ]),
  )
  await statements.putCatalogueIds(tx, [
    ...entriesOf('screen', screens),
    ...entriesOf('row', rows),
    ...entriesOf('movie', movies),
    ...entriesOf('daily', daily),
  ])
}
