import { type AuditEntry, NAMED_AUDIT_ITEMS } from '@marquee/contract/office/audit'
import { formatDateTime } from '@marquee/contract/time'

/** What ids stand for, by id. */
export type AuditNames = Readonly<Record<string, string>>

interface Texts {
  names: AuditNames
  timeZone: string
}

/** What no page shows: it only tells scans and repeated requests apart. */
const HIDDEN_FIELDS = ['scanId', 'keyHash']

/** What changed, as text: `state: parked → called`. Ids have names, times are the cinema's. What stays the same is left out. */
export function describeChange(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  { names, timeZone }: Texts,
) {
  const fields = Object.keys({ ...before, ...after }).filter(
    (field) => !HIDDEN_FIELDS.includes(field),
  )
  return fields
    .filter((field) => !isSame(before?.[field], after?.[field]))
    .map((field) => {
      const values = [before?.[field], after?.[field]]
        .map((value) => (field.endsWith('At') ? timeText(value, timeZone) : textOf(value, names)))
        .filter((text) => text !== '')
      return values.length > 0 ? `${fieldName(field)}: ${values.join(' → ')}` : ''
    })
    .filter((text) => text !== '')
    .join(', ')
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** `placeIds` → `places`, `totalCost` → `total cost` */
const fieldName = (field: string) =>
  field.replace(/Id(s?)$/, '$1').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const UUID = /^([\da-f]{8})-[\da-f]{4}-[\da-f-]+$/

/** The text of a time: epoch milliseconds or an ISO time. */
const timeText = (value: unknown, timeZone: string) =>
  typeof value === 'number' || typeof value === 'string'
    ? formatDateTime(new Date(value).getTime(), timeZone)
    : ''

function textOf(value: unknown, names: AuditNames): string {
  if (value === undefined || value === null) return ''
  if (!Array.isArray(value))
    return typeof value === 'object' ? JSON.stringify(value) : subjectName(String(value), names)
  const items = value.slice(0, NAMED_AUDIT_ITEMS).map((item) => textOf(item, names))
  const more = value.length - items.length
  return more > 0 ? `${items.join(' ')} and ${more} more` : items.join(' ')
}

/** What an id stands for. The beginning of one that has no name any more. */
export function subjectName(id: string, names: AuditNames) {
  return names[id] ?? id.replace(UUID, '$1')
}
