import { type AuditEntry, actorName, shownAction } from '@marquee/contract/office/audit'
import Filter from 'lucide-react/icons/filter'
import { useMemo } from 'react'
import { Link } from 'react-router'
import {
  bookingPath,
  enquiryPath,
  mayOpen,
  maySeeShow,
  OFFICE_PAGES,
  outagesPath,
  type Scopes,
  showPath,
} from '#lib/access.ts'
import { ACTION_NAMES } from '#lib/action-names.ts'
import { Moment } from '#lib/dates/moment.tsx'
import { useScopes, useTimeZone } from '#lib/device.queries.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { type AuditNames, describeChange, subjectName } from './describe-change.ts'

interface Props {
  entries: AuditEntry[]
  names: AuditNames
  onFilterSubject: (subject: string) => void
}

const createColumns = (
  { names, onFilterSubject }: Pick<Props, 'names' | 'onFilterSubject'>,
  timeZone: string,
): Column<AuditEntry>[] => [
  {
    accessorKey: 'at',
    header: 'Time',
    cell: ({ row }) => <Moment at={row.original.at} />,
  },
  {
    id: 'device',
    accessorFn: actorName,
    header: 'By',
  },
  {
    id: 'action',
    accessorFn: (entry) => ACTION_NAMES[shownAction(entry)],
    header: 'Action',
  },
  {
    id: 'subject',
    accessorFn: ({ subject }) => subject,
    header: 'Subject',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="flex items-center justify-between gap-2">
        <SubjectLink entry={original} names={names} />
        <button
          type="button"
          title="Show only this subject"
          className="grid size-6 shrink-0 place-items-center pointer-coarse:size-11"
          onClick={() => onFilterSubject(original.subject)}
        >
          <Filter aria-hidden="true" className="size-4" />
          <span className="sr-only">Show only this subject</span>
        </button>
      </span>
    ),
  },
  {
    id: 'change',
    accessorFn: (entry) => describeChange(entry, { names, timeZone }),
    header: 'Change',
    enableSorting: false,
    cell: ({ getValue }) => (
      <span className="text-sm break-words text-ash">{String(getValue())}</span>
    ),
  },
  { id: 'reason', accessorFn: ({ reason }) => reason ?? '', header: 'Reason' },
]

export function AuditTable({ entries, names, onFilterSubject }: Props) {
  const timeZone = useTimeZone()
  const columns = useMemo(
    () => createColumns({ names, onFilterSubject }, timeZone),
    [names, onFilterSubject, timeZone],
  )
  return <DataTable name="Actions" columns={columns} rows={entries} rowId={({ _id }) => _id} />
}

interface SubjectLinkProps {
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
  enquiry: 'Enquiry:',
  'reply-template': 'Template',
  mail: 'Email',
  backup: 'Backup',
  person: 'Person',
  shift: 'Shift',
  voucher: 'Voucher',
  day: 'Day',
} as const

/** What an action was about, with a link to its page if this device may open it. */
function SubjectLink({ entry, names }: SubjectLinkProps) {
  const path = subjectPath(entry, names, useScopes())
  const type = TYPES[entry.subjectType]
  const name = subjectName(entry.subject, names)
  // Screens and devices are often called "Screen 1" and "Device 2".
  const prefix = `${name} `.startsWith(`${type} `) ? '' : `${type} `
  if (path === undefined) return <span>{prefix + name}</span>
  return (
    <Link to={path} className="text-link">
      {prefix}
      <span className={entry.subjectType === 'booking' ? 'whitespace-nowrap' : ''}>{name}</span>
    </Link>
  )
}

/** Undefined without a page, or if this scope may not open it. */
function subjectPath(
  { subjectType, subject }: SubjectLinkProps['entry'],
  names: AuditNames,
  scopes: Scopes,
) {
  const name = names[subject]
  if (name === undefined) return undefined
  switch (subjectType) {
    case 'booking':
      return mayOpen(scopes, 'bookings') ? bookingPath(name) : undefined
    case 'showtime':
      return maySeeShow(scopes) ? showPath(subject) : undefined
    case 'screen':
      return mayOpen(scopes, 'outages') ? outagesPath(subject) : undefined
    case 'device':
      return mayOpen(scopes, 'devices') ? OFFICE_PAGES.devices.path : undefined
    case 'voucher':
      return mayOpen(scopes, 'vouchers') ? OFFICE_PAGES.vouchers.path : undefined
    case 'person':
      return mayOpen(scopes, 'people') ? OFFICE_PAGES.people.path : undefined
    case 'enquiry':
      return mayOpen(scopes, 'enquiries') ? enquiryPath(subject) : undefined
    default:
      return undefined
  }
}
