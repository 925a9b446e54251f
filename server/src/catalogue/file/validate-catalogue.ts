import { Catalogue, PartialCatalogue } from './catalogue.schema.ts'
import { formatPath } from './catalogue-text.ts'
import { findOverlaps } from './overlaps.ts'

/** Returns the catalogue of a parsed file, or all its problems, each with its path in the file. */
export function validateCatalogue(raw: unknown): { catalogue: Catalogue } | { problems: string[] } {
  const parsed = Catalogue.safeParse(raw)
  const partial = PartialCatalogue.parse(raw)
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap(issueMessages)),
    ...findDuplicates(partial),
    ...findUnknownScreens(partial),
    ...findWrongPlaces(partial),
    ...findOverlaps(partial),
  ]
  return parsed.success && problems.length === 0 ? { catalogue: parsed.data } : { problems }
}

/** An accessible place is a seat of its row, and of one type. An aisle is between two seats. */
function findWrongPlaces({ screens }: PartialCatalogue) {
  return screens.flatMap((screen, at) =>
    (screen?.rows ?? []).flatMap((row, index) => {
      const path = `screens[${at}].rows[${index}]`
      const { seats = Number.POSITIVE_INFINITY, first = 1, gaps = [] } = row ?? {}
      const { accessible = [], companion = [] } = row ?? {}
      const outside = (list: 'accessible' | 'companion', numbers: number[]) =>
        numbers
          .filter((number) => number < first || number >= first + seats)
          .map((number) => `${path}.${list}: the row has no seat ${number}`)
      const both = companion.filter((number) => accessible.includes(number))
      return [
        ...outside('accessible', accessible),
        ...outside('companion', companion),
        ...gaps
          .filter((position, n) => position >= seats + gaps.length || gaps.indexOf(position) !== n)
          .map(
            (position) =>
              `${path}.gaps: there is no aisle at ${position}: it is outside the row, or named twice`,
          ),
        ...both.map((number) => `${path}.companion: seat ${number} is already in accessible`),
      ]
    }),
  )
}

type Issue = { path: PropertyKey[]; message: string; code: string; keys?: string[] }

function issueMessages({ path, message, code, keys = [] }: Issue) {
  if (code !== 'unrecognized_keys') return [`${formatPath(path) || 'the file'}: ${message}`]
  return keys.map((key) => `${formatPath([...path, key])}: unknown field`)
}

function findDuplicates({ screens, movies }: PartialCatalogue) {
  const daily = movies.flatMap((movie, at) =>
    (movie?.daily ?? []).map((showtime, index) => ({
      id: showtime?.id,
      path: `movies[${at}].daily[${index}].id`,
    })),
  )
  return [
    ...duplicatesOfEach('screens', 'name', screens),
    ...duplicatesOfEach('movies', 'name', movies),
    ...screens.flatMap((screen, at) =>
      duplicatesOfEach(`screens[${at}].rows`, 'row', screen?.rows ?? []),
    ),
    ...duplicatesIn(
      daily.map(({ id }) => id),
      (index) => daily[index]?.path ?? '',
    ),
  ]
}

/** The names and the ids that two entries of a list have. */
const duplicatesOfEach = <Field extends 'name' | 'row'>(
  list: string,
  field: Field,
  entries: (({ id?: string | undefined } & { [key in Field]?: string | undefined }) | undefined)[],
) =>
  ([field, 'id'] as const).flatMap((key) =>
    duplicatesIn(
      entries.map((entry) => entry?.[key]),
      (index) => `${list}[${index}].${key}`,
    ),
  )

function duplicatesIn(names: (string | undefined)[], pathOf: (index: number) => string) {
  // People do not tell names apart that differ only in case.
  const normalized = names.map((name) => name?.toLowerCase())
  return normalized.flatMap((name, index) => {
    const first = normalized.indexOf(name)
    if (name === undefined || first === index) return []
    return [`${pathOf(index)}: "${names[index]}" is already ${pathOf(first)}`]
  })
}

function findUnknownScreens({ screens, movies }: PartialCatalogue) {
  const known = new Set(screens.map((screen) => screen?.name))
  return movies.flatMap((movie, index) =>
    (['showtimes', 'daily'] as const).flatMap((list) =>
      (movie?.[list] ?? []).flatMap((showtime, at) => {
        const screen = showtime?.screen
        if (screen === undefined || known.has(screen)) return []
        const problem = `movies[${index}].${list}[${at}].screen: there is no screen called "${screen}"`
        return [`${problem}. ${suggestScreen(screen, [...known])}`]
      }),
    ),
  )
}

function suggestScreen(screen: string, known: (string | undefined)[]) {
  const letters = (name = '') => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const similar = known.find((name) => letters(name) === letters(screen))
  return similar ? `Is it "${similar}"?` : 'Correct the name, or add the screen to the file.'
}
