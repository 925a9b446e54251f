import { parseSeatNumber } from '@marquee/contract/seats/seat-rows'
import type { CatalogueIdRow, Db } from '#src/database/schema.ts'
import type {
  Catalogue,
  CatalogueDaily,
  CatalogueMovie,
  CatalogueRow,
  CatalogueScreen,
} from '../file/catalogue.schema.ts'
import * as statements from './apply.sql.ts'
import { findRenameQuestions, matchEntries } from './catalogue-entries.ts'

/** What the entries of the file are in the database. Those that are not there are new. */
export interface Identities {
  matchedScreens: ReadonlyMap<CatalogueScreen, string>
  matchedMovies: ReadonlyMap<CatalogueMovie, string>
  /** The letters that each stored row has had so far. A new row has none. */
  lettersBefore: ReadonlyMap<CatalogueRow, string>
  /** The ids of the last file for daily showtimes. */
  dailyIds: ReadonlyMap<string, string>
  /** Whether something with sold tickets was renamed, and which names cannot be given. */
  questions: string[]
}

/** Finds the screens, rows and movies of the file in the database. Writes nothing. */
export async function findIdentities(
  tx: Db,
  { screens, movies }: Catalogue,
  now: number,
): Promise<Identities> {
  const fileIds = await statements.allCatalogueIds(tx)
  const idsOfKind = (kind: CatalogueIdRow['kind'], stored: readonly { id: string }[] = []) =>
    new Map([
      // A change of staff names what it changes by the id of the database.
      ...stored.map(({ id }) => [id, id] as const),
      ...fileIds.flatMap((row) =>
        row.kind === kind ? [[row.file_id, row.stored_id] as const] : [],
      ),
    ])
  const places = await statements.allPlaces(tx)
  const { rows: sold } = await statements.selectSold(tx, now)
  const storedRows = rowsOf(places)

  const movieList = (await statements.allMovies(tx)).map(({ id, name, retired }) => ({
    id,
    name,
    isOffered: retired === 0,
  }))
  const soldMovies = new Set(sold.map(({ movie_id }) => movie_id))
  const matchedMovies = matchEntries(movies, movieList, idsOfKind('movie', movieList))
  const movieQuestions = findRenameQuestions({
    entries: movies,
    stored: movieList,
    matched: matchedMovies,
    isSold: (id) => soldMovies.has(id),
    pathOf: (movie) => `movies[${movies.indexOf(movie)}]`,
  })

  const offeredScreens = new Set(
    places.flatMap(({ layout_id, retired }) => (retired === 0 ? layout_id : [])),
  )
  const screenList = (await statements.allScreens(tx)).map(({ id, name }) => ({
    id,
    name,
    isOffered: offeredScreens.has(id),
  }))
  const soldScreens = new Set(sold.map(({ screen_id }) => screen_id))
  const matchedScreens = matchEntries(screens, screenList, idsOfKind('screen', screenList))
  const screenQuestions = findRenameQuestions({
    entries: screens,
    stored: screenList,
    matched: matchedScreens,
    isSold: (id) => soldScreens.has(id),
    pathOf: (screen) => `screens[${screens.indexOf(screen)}]`,
  })

  const soldRows = new Set(
    sold.map(({ screen_id, row_letters }) => rowId(screen_id, row_letters ?? '')),
  )
  const lettersBefore = new Map<CatalogueRow, string>()
  const rowQuestions = screens.flatMap((screen, at) => {
    const screenId = matchedScreens.get(screen)
    const stored = storedRows.filter((row) => row.screenId === screenId)
    const entries = screen.rows.map((row) => ({ ...row, name: row.row, row }))
    const matched = matchEntries(entries, stored, rowIdsOf(screenId ?? '', idsOfKind('row')))
    const names = new Map(stored.map(({ id, name }) => [id, name]))
    for (const [{ row }, id] of matched) lettersBefore.set(row, names.get(id) ?? row.row)
    return findRenameQuestions({
      entries,
      stored,
      matched,
      isSold: (id) => soldRows.has(id),
      pathOf: (entry) => `screens[${at}].rows[${entries.indexOf(entry)}]`,
    })
  })
  return {
    matchedScreens,
    matchedMovies,
    lettersBefore,
    dailyIds: idsOfKind('daily'),
    questions: [...screenQuestions, ...rowQuestions, ...movieQuestions],
  }
}

/** The rows of all screens. The id of a row has its screen and its letters. It is offered if one of its seats is. */
function rowsOf(places: Awaited<ReturnType<typeof statements.allPlaces>>) {
  const seats = places.filter(({ kind }) => kind === 'seat')
  const byRow = Map.groupBy(seats, ({ layout_id, label }) =>
    rowId(layout_id, parseSeatNumber(label).letters),
  )
  return [...byRow].flatMap(([id, own]) => {
    const [{ layout_id: screenId, label } = { layout_id: '', label: '' }] = own
    const isOffered = own.some(({ retired }) => retired === 0)
    return { id, screenId, isOffered, name: parseSeatNumber(label).letters }
  })
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
      id === undefined || id === stored_id ? [] : [{ kind, file_id: id, stored_id }],
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
