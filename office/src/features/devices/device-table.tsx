import type { Device } from '@marquee/contract/office/devices'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useMemo } from 'react'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'

interface Props {
  devices: Device[]
  /** Shows only devices with this text in the name or the scope. */
  filter: string
  onRename: (device: Device) => void
  onRevoke: (device: Device) => void
}

const createColumns = (
  timeZone: string,
  { onRename, onRevoke }: Pick<Props, 'onRename' | 'onRevoke'>,
): Column<Device>[] => [
  {
    accessorKey: 'name',
    header: 'Name',
    cell: ({ row }) => (
      <>
        <span className="font-semibold">{row.original.name}</span>
        {row.original.isCurrent && <span className="text-ash"> (this device)</span>}
      </>
    ),
  },
  {
    accessorKey: 'scope',
    header: 'Scope',
    cell: ({ row }) => <span className="capitalize">{row.original.scope}</span>,
  },
  {
    accessorKey: 'lastSeenAt',
    header: 'Last seen',
    cell: ({ row }) => dateTimeOf(row.original.lastSeenAt, timeZone),
  },
  {
    accessorKey: 'createdAt',
    header: 'Paired',
    cell: ({ row }) => dateTimeOf(row.original.createdAt, timeZone),
  },
  {
    id: 'expiresAt',
    accessorFn: ({ expiresAt }) => expiresAt ?? '',
    header: 'Expires',
    cell: ({ row }) =>
      row.original.expiresAt ? dateTimeOf(row.original.expiresAt, timeZone) : 'Never',
  },
  {
    id: 'actions',
    header: 'Actions',
    enableSorting: false,
    cell: ({ row }) => (
      <span className="flex flex-wrap gap-1 @4xl:justify-end">
        <Button
          variant="quiet"
          aria-label={`Rename ${row.original.name}`}
          onClick={() => onRename(row.original)}
        >
          Rename
        </Button>
        <Button
          variant="danger"
          aria-label={`Revoke ${row.original.name}`}
          onClick={() => onRevoke(row.original)}
        >
          Revoke
        </Button>
      </span>
    ),
  },
]

const isMatch = ({ name, scope }: Device, text: string) =>
  [name, scope].some((value) => value.toLowerCase().includes(text.trim().toLowerCase()))

export function DeviceTable({ devices, filter, onRename, onRevoke }: Props) {
  const timeZone = useTimeZone()
  const columns = useMemo(
    () => createColumns(timeZone, { onRename, onRevoke }),
    [timeZone, onRename, onRevoke],
  )
  const found = useMemo(
    () => devices.filter((device) => isMatch(device, filter)),
    [devices, filter],
  )
  return <DataTable name="Paired devices" columns={columns} rows={found} rowId={({ _id }) => _id} />
}
