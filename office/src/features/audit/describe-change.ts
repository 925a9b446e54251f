import type { AuditEntry } from '@marquee/contract/office/audit'

/** What changed, as text: `state: parked → called`. */
export function describeChange({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const fields = Object.keys({ ...before, ...after })
  return fields
    .map((field) => {
      const [old, current] = [textOf(before?.[field]), textOf(after?.[field])]
      return `${field}: ${[old, current].filter((text) => text !== '').join(' → ')}`
    })
    .join(', ')
}

const MAX_ITEMS = 3

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (!Array.isArray(value))
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  const shown = value.slice(0, MAX_ITEMS).map(textOf).join(' ')
  return value.length > MAX_ITEMS ? `${shown} and ${value.length - MAX_ITEMS} more` : shown
}
