import { isDeepStrictEqual } from 'node:util'

/** What was changed, in words. `kept` is not in the file but had to stay because it is in use. */
export interface RowChanges {
  added: string[]
  changed: string[]
  removed: string[]
  kept: string[]
}

export function diffRows<Row extends object>(
  existing: readonly Row[],
  wanted: readonly Row[],
  keyOf: (row: Row) => string,
) {
  const before = new Map(existing.map((row) => [keyOf(row), row]))
  const after = new Set(wanted.map(keyOf))
  return {
    added: wanted.filter((row) => !before.has(keyOf(row))),
    changed: wanted.flatMap((row) => {
      const existingRow = before.get(keyOf(row))
      // Spread, because rows of the driver have no prototype.
      return existingRow === undefined || isDeepStrictEqual({ ...existingRow }, row)
        ? []
        : [{ before: existingRow, after: row }]
    }),
    missing: existing.filter((row) => !after.has(keyOf(row))),
  }
}

export const idOf = ({ id }: { id: string }) => id

export const rowIdsOf = (rows: readonly { id: string }[]) => rows.map(idOf)

/** `Puspha → Pushpa`, or the name that has stayed. */
export const renamed = (before: string, after: string) =>
  before === after ? after : `${before} → ${after}`

/** The names of missing rows, by whether they could be removed. */
export function splitMissing<Row extends { id: string }>(
  missing: readonly Row[],
  removed: readonly { id: string }[],
  describe: (rows: readonly Row[]) => string[],
) {
  const ids = new Set(rowIdsOf(removed))
  return {
    removed: describe(missing.filter(({ id }) => ids.has(id))),
    kept: describe(missing.filter(({ id }) => !ids.has(id))),
  }
}
