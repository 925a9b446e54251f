import type { CounterRefund } from '@marquee/contract/office/counter/refunds'
import { formatRupees } from '@marquee/contract/text/money'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Link } from 'react-router'
import { bookingPath } from '#lib/access.ts'
import { Moment } from '#lib/dates/moment.tsx'
import { PAYMENT_TEXTS } from '#lib/format.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'

interface Props {
  refunds: CounterRefund[]
  onPay: (refund: CounterRefund) => void
}

/** Refunds that are owed, with a button to pay them out, or paid out, with who has done it. */
export function RefundTable({ refunds, onPay }: Props) {
  const columns: Column<CounterRefund>[] = [
    {
      accessorKey: 'reference',
      header: 'Booking',
      cell: ({ row: { original } }) => (
        <Link
          to={bookingPath(original.reference)}
          className="tabular font-semibold whitespace-nowrap text-link"
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
      cell: ({ row: { original } }) => <Moment at={original.at} />,
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
        <>
          <span className="tabular font-semibold">{formatRupees(original.amount)}</span>
          <span className="block whitespace-nowrap text-ash">{PAYMENT_TEXTS[original.method]}</span>
        </>
      ),
    },
    {
      id: 'state',
      header: 'State',
      enableSorting: false,
      cell: ({ row: { original } }) => <State refund={original} onPay={onPay} />,
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
}

function State({ refund, onPay }: RefundStateProps) {
  const { payout, reference, amount } = refund
  if (payout) {
    const by = [payout.person?.name, payout.device?.name].filter(Boolean).join(', ')
    return (
      <span>
        {PAYMENT_TEXTS[payout.method]}, <Moment at={payout.at} />
        {by && <span className="block text-ash">{by}</span>}
      </span>
    )
  }
  return (
    <Button
      aria-label={`Pay out ${formatRupees(amount)} for ${reference}`}
      onClick={() => onPay(refund)}
    >
      Pay out
    </Button>
  )
}
