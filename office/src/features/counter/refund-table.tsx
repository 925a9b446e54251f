import type { CounterRefund } from '@marquee/contract/office/counter/refunds'
import { formatRupees } from '@marquee/contract/text/money'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Link } from 'react-router'
import { bookingPath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf, PAYMENT_TEXTS } from '#lib/format.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'

interface Props {
  refunds: CounterRefund[]
  onPay: (refund: CounterRefund) => void
}

/** Refunds that are owed, with a button to pay them out, or paid out, with who has done it. */
export function RefundTable({ refunds, onPay }: Props) {
  const timeZone = useTimeZone()
  const columns: Column<CounterRefund>[] = [
    {
      accessorKey: 'reference',
      header: 'Booking',
      cell: ({ row: { original } }) => (
        <Link
          to={bookingPath(original.reference)}
          className="tabular font-semibold underline underline-offset-4"
        >
          {original.reference}
        </Link>
      ),
    },
    {
      id: 'visitor',
      accessorFn: ({ name }) => name ?? '',
      header: 'Visitor',
      cell: ({ row: { original } }) => [original.name, original.phone].filter(Boolean).join(', '),
    },
    { accessorKey: 'movie', header: 'Movie' },
    {
      accessorKey: 'at',
      header: 'Since',
      cell: ({ row: { original } }) => dateTimeOf(original.at, timeZone),
    },
    {
      id: 'reason',
      accessorFn: ({ reason }) => reason ?? '',
      header: 'Reason',
    },
    {
      accessorKey: 'amount',
      header: 'Amount',
      cell: ({ row: { original } }) => (
        <span className="tabular font-semibold">{formatRupees(original.amount)}</span>
      ),
    },
    {
      id: 'state',
      header: 'State',
      enableSorting: false,
      cell: ({ row: { original } }) => (
        <State refund={original} onPay={onPay} timeZone={timeZone} />
      ),
    },
  ]
  return (
    <DataTable
      name="Refunds"
      columns={columns}
      rows={refunds}
      rowId={({ bookingId, number }) => `${bookingId} ${number}`}
    />
  )
}

interface RefundStateProps extends Pick<Props, 'onPay'> {
  refund: CounterRefund
  timeZone: string
}

function State({ refund, onPay, timeZone }: RefundStateProps) {
  const { payout, reference, amount, method } = refund
  if (payout) {
    const by = [payout.person?.name, payout.device?.name].filter(Boolean).join(', ')
    return (
      <span>
        {PAYMENT_TEXTS[payout.method]}, {dateTimeOf(payout.at, timeZone)}
        {by && <span className="block text-ash">{by}</span>}
      </span>
    )
  }
  return (
    <Button
      aria-label={`Pay out ${formatRupees(amount)} for ${reference}`}
      onClick={() => onPay(refund)}
    >
      Pay out {method === 'cash' ? 'cash' : 'to the card'}
    </Button>
  )
}
