import type { Device } from '@marquee/contract/office/devices'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useMemo } from 'react'
import { Moment } from '#lib/dates/moment.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'

interface Props {
  devices: Device[]
  /** Shows only devices with this text in the name or the scope. */
  filter: string
  onRename: (device: Device) => void
  onRevoke: (device: Device) => void
}

const createColumns = ({
  onRename,
  onRevoke,
}: Pick<Props, 'onRename' | 'onRevoke'>): Column<Device>[] => [
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
    cell: ({ row }) => <Moment at={row.original.lastSeenAt} />,
  },
  {
    accessorKey: 'createdAt',
    header: 'Paired',
    cell: ({ row }) => <Moment at={row.original.createdAt} />,
  },
  {
    id: 'expiresAt',
    accessorFn: ({ expiresAt }) => expiresAt ?? '',
    header: 'Expires',
    cell: ({ row }) => (row.original.expiresAt ? <Moment at={row.original.expiresAt} /> : 'Never'),
  },
  {
    id: 'actions',
    header: 'Actions',
    enableSorting: false,
    cell: ({ row }) => (
      <span className="flex justify-end gap-1 cards:flex-wrap cards:justify-start">
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
  const columns = useMemo(() => createColumns({ onRename, onRevoke }), [onRename, onRevoke])
  const found = useMemo(
    () => devices.filter((device) => isMatch(device, filter)),
    [devices, filter],
  )
  return <DataTable name="Paired devices" columns={columns} rows={found} rowId={({ _id }) => _id} />
}
