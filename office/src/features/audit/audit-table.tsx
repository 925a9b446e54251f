import { type AuditEntry, actorName, shownAction } from '@marquee/contract/office/audit'
import { useMemo } from 'react'
import { ACTION_NAMES } from '#lib/action-names.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { describeChange } from './describe-change.ts'

interface Props {
  entries: AuditEntry[]
  onFilterSubject: (subject: string) => void
}

const createColumns = (
  timeZone: string,
  onFilterSubject: Props['onFilterSubject'],
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
      <button
        type="button"
        title="Show only this subject"
        className="text-start underline underline-offset-4"
        onClick={() => onFilterSubject(original.subject)}
      >
        <span className="capitalize">{original.subjectType}</span>{' '}
        <span className="tabular text-ash">{original.subject.slice(0, 13)}</span>
      </button>
    ),
  },
  {
    id: 'change',
    accessorFn: (entry) => describeChange(entry, timeZone),
    header: 'Change',
    enableSorting: false,
    cell: ({ row }) => (
      <span className="text-sm break-words text-ash">{describeChange(row.original, timeZone)}</span>
    ),
  },
  { id: 'reason', accessorFn: ({ reason }) => reason ?? '', header: 'Reason' },
]

export function AuditTable({ entries, onFilterSubject }: Props) {
  const timeZone = useTimeZone()
  const columns = useMemo(
    () => createColumns(timeZone, onFilterSubject),
    [timeZone, onFilterSubject],
  )
  return <DataTable name="Actions" columns={columns} rows={entries} rowId={({ _id }) => _id} />
}
