import { normalizeName } from '@marquee/contract/text/normalize-name'
import type { ScheduledShowtime } from '../schedule/schedule.sql.ts'

/** A showtime that is added, removed or in conflict. */
type PlannedShowtime = Pick<ScheduledShowtime, 'movie' | 'screen' | 'starts_at'>

/** An entry of the file that cannot be applied, with the remedy. */
export interface ProgrammeConflict {
  /** Null if it is not about one showtime. */
  showtime: PlannedShowtime | null
  /** The showtime that stays because places of it are sold or held. */
  keptId?: string
  message: string
  /** The entry is applied all the same. Only the plans of staff are refused for it. */
  isApplied?: true
}

/** How an entry of the catalogue file says which stored one it is. */
interface CatalogueEntry {
  id?: string | undefined
  name: string
  /** The name that it had before, or null if it is new. */
  was?: string | null | undefined
}

/** A screen, a row, a movie or a daily showtime in the database. */
interface StoredEntry {
  id: string
  name: string
  /** The file that was applied last has it. */
  isOffered: boolean
}

/**
 * Finds the stored entry of each entry of the file: by the id in the file, else by the name, else by the earlier name, else by the name among what is
 * no longer offered. Those that are not found are new. `storedIds` are the stored ids by id in the file.
 */
export function matchEntries<Entry extends CatalogueEntry>(
  entries: readonly Entry[],
  stored: readonly StoredEntry[],
  storedIds: ReadonlyMap<string, string>,
) {
  const offered = idsByName(stored.filter(({ isOffered }) => isOffered))
  const former = idsByName(stored.filter(({ isOffered }) => !isOffered))
  const free = new Set(stored.map(({ id }) => id))
  const matched = new Map<Entry, string>()
  const matchBy = (find: (entry: Entry) => string | undefined) => {
    for (const entry of entries) {
      const id = matched.has(entry) ? undefined : find(entry)
      if (id !== undefined && free.delete(id)) matched.set(entry, id)
    }
  }
  matchBy(({ id }) => (id === undefined ? undefined : storedIds.get(id)))
  matchBy(({ name }) => offered.get(name))
  matchBy(({ was }) => (was ? offered.get(was) : undefined))
  matchBy(({ name }) => former.get(name))
  return matched
}

const idsByName = (stored: readonly StoredEntry[]) =>
  new Map([
    ...stored.map(({ id, name }) => [normalizeName(name), id] as const),
    // A name that is exactly the same comes first.
    ...stored.map(({ id, name }) => [name, id] as const),
  ])

/** The name to store: the stored one stays if people read it as the same. Another entry may have the other form. */
export const keepStoredForm = (name: string, stored: string | undefined) =>
  stored !== undefined && normalizeName(stored) === name ? stored : name

interface RenameCheck<Entry> {
  entries: readonly Entry[]
  stored: readonly StoredEntry[]
  matched: ReadonlyMap<Entry, string>
  /** Whether tickets were sold for a stored entry. */
  isSold: (id: string) => boolean
  pathOf: (entry: Entry) => string
}

/**
 * Asks of each new entry whether something with sold tickets was renamed to it, unless the entry says that it is new. Also names the entries that cannot
 * be renamed, because the database still has their new names.
 */
export function findRenameQuestions<Entry extends CatalogueEntry>({
  entries,
  stored,
  matched,
  isSold,
  pathOf,
}: RenameCheck<Entry>) {
  const found = new Set(matched.values())
  const byId = new Map(stored.map((one) => [one.id, one]))
  const missing = stored.filter(({ id }) => !found.has(id))
  const sold = missing.filter(({ id, isOffered }) => isOffered && isSold(id))
  const soldNames = sold.map(({ name }) => `"${name}"`).join(', ')
  const missingNames = new Set(missing.map(({ name }) => normalizeName(name)))

  return entries.flatMap((entry) => {
    const { name, was } = entry
    const before = byId.get(matched.get(entry) ?? '')
    if (before && normalizeName(before.name) !== name && missingNames.has(name))
      return [`${pathOf(entry)}: something else was called "${name}". Please choose another name.`]
    if (before?.isOffered || was === null || !sold[0]) return []
    return [
      `${pathOf(entry)}: "${name}" is new, and the file no longer has ${soldNames} with sold tickets. ` +
        `Was it renamed? Then add "was": "${sold[0].name}". If it is new, add "was": null.`,
    ]
  })
}
