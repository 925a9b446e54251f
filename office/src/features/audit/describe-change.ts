import type { AuditEntry } from '@marquee/contract/office/audit'

/** What changed, as text: `state: parked → called`. Ids are shortened. */
export function describeChange({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const fields = Object.keys({ ...before, ...after })
  return fields
    .map((field) => {
      const values = [textOf(before?.[field]), textOf(after?.[field])].filter((text) => text !== '')
      return values.length > 0 ? `${field}: ${values.join(' → ')}` : ''
    })
    .filter((text) => text !== '')
    .join(', ')
}

const MAX_ITEMS = 3
const UUID = /^([\da-f]{8})-[\da-f]{4}-[\da-f-]+$/

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (!Array.isArray(value))
    return typeof value === 'object' ? JSON.stringify(value) : String(value).replace(UUID, '$1')
  const shown = value.slice(0, MAX_ITEMS).map(textOf).join(' ')
  return value.length > MAX_ITEMS ? `${shown} and ${value.length - MAX_ITEMS} more` : shown
}
