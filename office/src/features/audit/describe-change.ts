import type { AuditEntry } from '@marquee/contract/office/audit'
import { formatDateTime } from '@marquee/contract/time'

/** What changed, as text: `state: parked → called`. Ids are shortened, times are the cinema's. What stays the same is left out. */
export function describeChange(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  timeZone: string,
) {
  const fields = Object.keys({ ...before, ...after })
  return fields
    .filter((field) => !isSame(before?.[field], after?.[field]))
    .map((field) => {
      const values = [before?.[field], after?.[field]]
        .map((value) => (field.endsWith('At') ? timeText(value, timeZone) : textOf(value)))
        .filter((text) => text !== '')
      return values.length > 0 ? `${field}: ${values.join(' → ')}` : ''
    })
    .filter((text) => text !== '')
    .join(', ')
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const MAX_ITEMS = 3
const UUID = /^([\da-f]{8})-[\da-f]{4}-[\da-f-]+$/

/** The text of a time: epoch milliseconds or an ISO time. */
const timeText = (value: unknown, timeZone: string) =>
  typeof value === 'number' || typeof value === 'string'
    ? formatDateTime(new Date(value).getTime(), timeZone)
    : ''

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (!Array.isArray(value))
    return typeof value === 'object' ? JSON.stringify(value) : String(value).replace(UUID, '$1')
  const shown = value.slice(0, MAX_ITEMS).map(textOf).join(' ')
  return value.length > MAX_ITEMS ? `${shown} and ${value.length - MAX_ITEMS} more` : shown
}
