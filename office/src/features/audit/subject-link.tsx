import type { AuditEntry } from '@marquee/contract/office/audit'
import type { Scope } from '@marquee/contract/office/office-endpoint'
import { Link } from 'react-router'
import { bookingPath, mayOpen, maySeeShow, outagesPath, PAGES, showPath } from '#lib/access.ts'
import { useScope } from '#lib/device.queries.ts'
import { type AuditNames, nameOf } from './describe-change.ts'

interface Props {
  entry: Pick<AuditEntry, 'subjectType' | 'subject'>
  names: AuditNames
}

const TYPES = {
  booking: 'Booking',
  showtime: 'Show',
  screen: 'Screen',
  device: 'Device',
  programme: 'Programme',
  movie: 'Movie',
} as const

/** What an action was about, with a link to its page if this device may open it. */
export function SubjectLink({ entry, names }: Props) {
  const path = subjectPath(entry, names, useScope())
  const type = TYPES[entry.subjectType]
  const name = nameOf(entry.subject, names)
  // Screens and devices are often called "Screen 1" and "Device 2".
  const prefix = `${name} `.startsWith(`${type} `) ? '' : `${type} `
  if (path === undefined) return <span>{prefix + name}</span>
  return (
    <Link to={path} className="underline underline-offset-4">
      {prefix}
      <span className={entry.subjectType === 'booking' ? 'whitespace-nowrap' : ''}>{name}</span>
    </Link>
  )
}

/** Undefined without a page, or if this scope may not open it. */
function subjectPath({ subjectType, subject }: Props['entry'], names: AuditNames, scope: Scope) {
  const name = names[subject]
  if (name === undefined) return undefined
  switch (subjectType) {
    case 'booking':
      return mayOpen(scope, 'bookings') ? bookingPath(name) : undefined
    case 'showtime':
      return maySeeShow(scope) ? showPath(subject) : undefined
    case 'screen':
      return mayOpen(scope, 'outages') ? outagesPath(subject) : undefined
    case 'device':
      return mayOpen(scope, 'devices') ? PAGES.devices.path : undefined
    case 'programme':
    case 'movie':
      return undefined
  }
}
