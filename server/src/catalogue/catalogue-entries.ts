import { normalizeName } from '@marquee/contract/normalize-name'

/** How an entry of the catalogue file says which stored one it is. */
export interface CatalogueEntry {
  id?: string | undefined
  name: string
  /** The name that it had before, or null if it is new. */
  was?: string | null | undefined
}

/** A screen, a row, a movie or a daily showtime in the database. */
export interface StoredEntry {
  id: string
  name: string
}

/**
 * Finds the stored entry of each entry of the file: by the id in the file, else by the name, else by the earlier name. Those that are not found are
 * new. `storedIds` are the stored ids by id in the file.
 */
export function matchEntries<Entry extends CatalogueEntry>(
  entries: readonly Entry[],
  stored: readonly StoredEntry[],
  storedIds: ReadonlyMap<string, string>,
) {
  const free = new Set(stored.map(({ id }) => id))
  const idsByName = new Map([
    ...stored.map(({ id, name }) => [normalizeName(name), id] as const),
    // A name that is exactly the same comes first.
    ...stored.map(({ id, name }) => [name, id] as const),
  ])
  const matched = new Map<Entry, string>()
  const matchBy = (find: (entry: Entry) => string | undefined) => {
    for (const entry of entries) {
      const id = matched.has(entry) ? undefined : find(entry)
      if (id !== undefined && free.delete(id)) matched.set(entry, id)
    }
  }
  matchBy(({ id }) => (id === undefined ? undefined : storedIds.get(id)))
  matchBy(({ name }) => idsByName.get(name))
  matchBy(({ was }) => (was ? idsByName.get(was) : undefined))
  return matched
}

interface Renaming<Entry> {
  entries: readonly Entry[]
  matched: ReadonlyMap<Entry, string>
  /** Names of what has sold tickets and is not in the file any more. */
  sold: readonly string[]
  pathOf: (entry: Entry) => string
}

/** Asks of each new entry whether something with sold tickets was renamed to it. Not asked if the entry says that it is new. */
export function askAboutRenaming<Entry extends CatalogueEntry>({
  entries,
  matched,
  sold,
  pathOf,
}: Renaming<Entry>) {
  const names = sold.map((name) => `"${name}"`).join(', ')
  const isNew = (entry: Entry) => !matched.has(entry) && entry.was !== null
  if (sold.length === 0) return []
  return entries
    .filter(isNew)
    .map(
      (entry) =>
        `${pathOf(entry)}: "${entry.name}" is new, and the file no longer has ${names} with sold tickets. ` +
        `Was it renamed? Then add "was": "${sold[0]}". If it is new, add "was": null.`,
    )
}
