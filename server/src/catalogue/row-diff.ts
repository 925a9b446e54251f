import { isDeepStrictEqual } from 'node:util'

/** How many rows of one kind were changed. `kept` counts rows that are not in the file but had to stay because they are in use. */
export interface ChangeCounts {
  added: number
  changed: number
  removed: number
  kept: number
}

/** Gives each wanted row the id of the existing row with the same key, or a new id. */
export function withIds<Row extends { id: string }>(
  existing: Row[],
  wanted: Omit<Row, 'id'>[],
  keyOf: (row: Omit<Row, 'id'>) => string,
) {
  const ids = new Map(existing.map((row) => [keyOf(row), row.id]))
  return wanted.map((row) => ({ ...row, id: ids.get(keyOf(row)) ?? crypto.randomUUID() }) as Row)
}

export function diffRows<Row extends object>(
  existing: Row[],
  wanted: Row[],
  keyOf: (row: Row) => string,
) {
  const before = new Map(existing.map((row) => [keyOf(row), row]))
  const after = new Set(wanted.map(keyOf))
  return {
    added: wanted.filter((row) => !before.has(keyOf(row))),
    changed: wanted.filter((row) => {
      const existingRow = before.get(keyOf(row))
      // Spread, because rows of the driver have no prototype.
      return existingRow !== undefined && !isDeepStrictEqual({ ...existingRow }, row)
    }),
    missing: existing.filter((row) => !after.has(keyOf(row))),
  }
}

export const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
