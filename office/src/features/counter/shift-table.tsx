import type { Shift } from '@marquee/contract/office/counter/shifts'
import { formatRupees } from '@marquee/contract/text/money'
import { Moment } from '#lib/dates/moment.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { cashDifferenceText } from './shift-forms.tsx'

interface Props {
  name: string
  shifts: Shift[]
}

/** Shifts with what was expected and counted. */
export function ShiftTable({ name, shifts }: Props) {
  const columns: Column<Shift>[] = [
    {
      id: 'device',
      accessorFn: ({ device }) => device.name,
      header: 'Device',
    },
    {
      accessorKey: 'openedAt',
      header: 'From',
      cell: ({ row: { original } }) => (
        <>
          <Moment at={original.openedAt} />
          {original.openedBy && <span className="block text-ash">{original.openedBy.name}</span>}
        </>
      ),
    },
    {
      id: 'signedOffAt',
      accessorFn: ({ signOff }) => signOff?.at ?? '',
      header: 'Signed off',
      cell: ({ row: { original } }) =>
        original.signOff ? (
          <>
            <Moment at={original.signOff.at} />
            {original.signOff.by && (
              <span className="block text-ash">{original.signOff.by.name}</span>
            )}
          </>
        ) : (
          'Open'
        ),
    },
    {
      accessorKey: 'expected',
      header: 'Expected',
      cell: ({ row: { original } }) => formatRupees(original.expected),
    },
    {
      id: 'counted',
      accessorFn: ({ signOff }) => signOff?.counted ?? -1,
      header: 'Counted',
      cell: ({ row: { original } }) =>
        original.signOff ? formatRupees(original.signOff.counted) : '–',
    },
    {
      id: 'difference',
      accessorFn: ({ signOff }) => signOff?.difference ?? 0,
      header: 'Difference',
      cell: ({ row: { original: shift } }) =>
        shift.signOff ? (
          <span className={shift.signOff.difference === 0 ? '' : 'font-semibold text-danger'}>
            {cashDifferenceText(shift.signOff.difference)}
          </span>
        ) : (
          '–'
        ),
    },
    {
      id: 'note',
      accessorFn: ({ signOff }) => signOff?.note ?? '',
      header: 'Note',
    },
  ]
  return <DataTable name={name} columns={columns} rows={shifts} rowId={({ _id }) => _id} />
}
