import type { CinemaClock } from './calendar.ts'
import { Catalogue } from './catalogue.schema.ts'
import { findOverlaps } from './overlaps.ts'
import { PartialCatalogue } from './partial-catalogue.ts'

/** The catalogue that a parsed file holds, or everything that is wrong with it, each fault with its path in the file. */
export function validateCatalogue(
  raw: unknown,
  when: CinemaClock,
): { catalogue: Catalogue } | { faults: string[] } {
  const parsed = Catalogue.safeParse(raw)
  const outline = PartialCatalogue.parse(raw)
  const faults = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap(issueMessages)),
    ...findDuplicates(outline),
    ...findUnknownScreens(outline),
    ...findOverlaps(outline, when),
  ]
  return parsed.success && faults.length === 0 ? { catalogue: parsed.data } : { faults }
}

type Issue = { path: PropertyKey[]; message: string; code: string; keys?: string[] }

function issueMessages({ path, message, code, keys = [] }: Issue) {
  if (code !== 'unrecognized_keys') return [`${formatPath(path)}: ${message}`]
  return keys.map((key) => `${formatPath([...path, key])}: no such field`)
}

function formatPath(path: PropertyKey[]) {
  const words = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  return words.join('').replace(/^\./, '') || 'the file'
}

function findDuplicates({ screens, movies }: PartialCatalogue) {
  return [
    ...duplicatesIn(
      screens,
      (screen) => screen?.name,
      (index) => `screens[${index}].name`,
    ),
    ...duplicatesIn(
      movies,
      (movie) => movie?.name,
      (index) => `movies[${index}].name`,
    ),
    ...screens.flatMap((screen, at) =>
      duplicatesIn(
        screen?.rows ?? [],
        (row) => row?.row,
        (index) => `screens[${at}].rows[${index}].row`,
      ),
    ),
  ]
}

function duplicatesIn<T>(
  list: T[],
  nameOf: (one: T) => string | undefined,
  pathOf: (index: number) => string,
) {
  // Two names that differ only in case are one name to whoever reads or types them.
  const names = list.map((one) => nameOf(one)?.trim().toLowerCase())
  return names.flatMap((name, index) => {
    const first = names.indexOf(name)
    if (name === undefined || first === index) return []
    return [`${pathOf(index)}: "${nameOf(list[index] as T)}" is already ${pathOf(first)}`]
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
