import { Catalogue } from './catalogue.schema.ts'
import type { When } from './days.ts'
import { Outline } from './outline.ts'
import { overlapFaults } from './overlaps.ts'

/** The catalogue that a parsed file holds, or everything that is wrong with it, each fault with its path in the file. */
export function readCatalogue(
  raw: unknown,
  when: When,
): { catalogue: Catalogue } | { faults: string[] } {
  const parsed = Catalogue.safeParse(raw)
  const outline = Outline.parse(raw)
  const faults = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap(issueWords)),
    ...repeatFaults(outline),
    ...screenFaults(outline),
    ...overlapFaults(outline, when),
  ]
  return parsed.success && faults.length === 0 ? { catalogue: parsed.data } : { faults }
}

type Issue = { path: PropertyKey[]; message: string; code: string; keys?: string[] }

function issueWords({ path, message, code, keys = [] }: Issue) {
  if (code !== 'unrecognized_keys') return [`${pathWords(path)}: ${message}`]
  return keys.map((key) => `${pathWords([...path, key])}: no such field`)
}

function pathWords(path: PropertyKey[]) {
  const words = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  return words.join('').replace(/^\./, '') || 'the file'
}

function repeatFaults({ screens, movies }: Outline) {
  return [
    ...repeats(
      screens,
      (screen) => screen?.name,
      (index) => `screens[${index}].name`,
    ),
    ...repeats(
      movies,
      (movie) => movie?.name,
      (index) => `movies[${index}].name`,
    ),
    ...screens.flatMap((screen, at) =>
      repeats(
        screen?.rows ?? [],
        (row) => row?.row,
        (index) => `screens[${at}].rows[${index}].row`,
      ),
    ),
  ]
}

function repeats<T>(
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

function screenFaults({ screens, movies }: Outline) {
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
