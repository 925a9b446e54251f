import { type AuditEntry, actorName, shownAction } from '@marquee/contract/office/audit'
import Filter from 'lucide-react/icons/filter'
import { useMemo } from 'react'
import { ACTION_NAMES } from '#lib/action-names.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { type AuditNames, describeChange } from './describe-change.ts'
import { SubjectLink } from './subject-link.tsx'

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
    cell: ({ row }) => (
      <time dateTime={row.original.at} className="whitespace-nowrap">
        {dateTimeOf(row.original.at, timeZone)}
      </time>
    ),
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
          className="min-h-6 min-w-6"
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
