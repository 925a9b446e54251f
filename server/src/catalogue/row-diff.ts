import { isDeepStrictEqual } from 'node:util'

/** What was added to, removed from, or altered in one kind of thing; `kept` is what had to stay because it was sold. */
export interface ChangeCounts {
  added: number
  changed: number
  removed: number
  kept: number
}

/** Gives each wanted row the id it already has, or a new one. */
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
      const was = before.get(keyOf(row))
      // A row as the driver made it has no prototype.
      return was !== undefined && !isDeepStrictEqual({ ...was }, row)
    }),
    lost: existing.filter((row) => !after.has(keyOf(row))),
  }
}

export const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
