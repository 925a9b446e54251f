import type { CinemaClock } from './calendar.ts'
import { Catalogue } from './catalogue.schema.ts'
import { findOverlaps } from './overlaps.ts'
import { PartialCatalogue } from './partial-catalogue.ts'

/** Returns the catalogue of a parsed file, or all its problems, each with its path in the file. */
export function validateCatalogue(
  raw: unknown,
  clock: CinemaClock,
): { catalogue: Catalogue } | { problems: string[] } {
  const parsed = Catalogue.safeParse(raw)
  const partial = PartialCatalogue.parse(raw)
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap(issueMessages)),
    ...findDuplicates(partial),
    ...findUnknownScreens(partial),
    ...findWrongAccessiblePlaces(partial),
    ...findOverlaps(partial, clock),
  ]
  return parsed.success && problems.length === 0 ? { catalogue: parsed.data } : { problems }
}

/** An accessible place is a seat of its row, and of one type. */
function findWrongAccessiblePlaces({ screens }: PartialCatalogue) {
  return screens.flatMap((screen, at) =>
    (screen?.rows ?? []).flatMap((row, index) => {
      const path = `screens[${at}].rows[${index}]`
      const { seats = Number.POSITIVE_INFINITY, accessible = [], companion = [] } = row ?? {}
      const outside = (list: 'accessible' | 'companion', numbers: number[]) =>
        numbers
          .filter((number) => number > seats)
          .map((number) => `${path}.${list}: the row has no seat ${number}`)
      const both = companion.filter((number) => accessible.includes(number))
      return [
        ...outside('accessible', accessible),
        ...outside('companion', companion),
        ...both.map((number) => `${path}.companion: seat ${number} is already in accessible`),
      ]
    }),
  )
}

type Issue = { path: PropertyKey[]; message: string; code: string; keys?: string[] }

function issueMessages({ path, message, code, keys = [] }: Issue) {
  if (code !== 'unrecognized_keys') return [`${formatPath(path)}: ${message}`]
  return keys.map((key) => `${formatPath([...path, key])}: unknown field`)
}

function formatPath(path: PropertyKey[]) {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  return steps.join('').replace(/^\./, '') || 'the file'
}

function findDuplicates({ screens, movies }: PartialCatalogue) {
  return [
    ...duplicatesIn(
      screens.map((screen) => screen?.name),
      (index) => `screens[${index}].name`,
    ),
    ...duplicatesIn(
      movies.map((movie) => movie?.name),
      (index) => `movies[${index}].name`,
    ),
    ...screens.flatMap((screen, at) =>
      duplicatesIn(
        (screen?.rows ?? []).map((row) => row?.row),
        (index) => `screens[${at}].rows[${index}].row`,
      ),
    ),
  ]
}

function duplicatesIn(names: (string | undefined)[], pathOf: (index: number) => string) {
  // People do not tell names apart that differ only in case.
  const normalized = names.map((name) => name?.trim().toLowerCase())
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
        return [`movies[${index}].${list}[${at}].screen: there is no screen called "${screen}"`]
      }),
    ),
  )
}
