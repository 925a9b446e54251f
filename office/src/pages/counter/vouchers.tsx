import { formatLastDay, formatVoucherCode } from '@marquee/contract/bookings/voucher-code'
import { listVouchers, type Voucher } from '@marquee/contract/office/counter/vouchers'
import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import Gift from 'lucide-react/icons/gift'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link } from 'react-router'
import { IssueVoucherDialog, vouchersKey } from '#features/counter/issue-voucher-dialog.tsx'
import { CsvLink } from '#features/reports/csv-link.tsx'
import { bookingPath } from '#lib/access.ts'
import { Moment } from '#lib/dates/moment.tsx'
import { useTimeZone } from '#lib/device.queries.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

const vouchersQuery = queryOptions({
  queryKey: vouchersKey,
  queryFn: ({ signal }) => call(listVouchers, {}, signal),
  staleTime: 0,
})

const createColumns = (timeZone: string): Column<Voucher>[] => [
  {
    accessorKey: 'code',
    header: 'Code',
    cell: ({ row: { original } }) => (
      <span className="tabular font-semibold whitespace-nowrap">
        {formatVoucherCode(original.code)}
      </span>
    ),
  },
  {
    accessorKey: 'balance',
    header: 'Left',
    cell: ({ row: { original } }) => (
      <span className="tabular">
        {formatRupees(original.balance)} of {formatRupees(original.amount)}
      </span>
    ),
  },
  {
    accessorKey: 'createdAt',
    header: 'Issued',
    cell: ({ row: { original } }) => <Moment at={original.createdAt} />,
  },
  {
    accessorKey: 'validUntil',
    header: 'Valid until',
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap">
        {formatLastDay(Date.parse(original.validUntil), timeZone)}
      </span>
    ),
  },
  {
    accessorKey: 'reason',
    header: 'Reason',
    cell: ({ row: { original } }) => (
      <span>
        {original.reason}
        {original.reference !== null && (
          <span className="block">
            <Link
              to={bookingPath(original.reference)}
              className="tabular whitespace-nowrap text-link"
            >
              {original.reference}
            </Link>
          </span>
        )}
      </span>
    ),
  },
]

/** The vouchers that were issued last. */
export function VouchersPage() {
  const timeZone = useTimeZone()
  const { data, error, refetch } = useQuery(vouchersQuery)
  const [isIssuing, setIssuing] = useState(false)
  return (
    <Page
      title="Vouchers"
      tools={
        <div className="flex gap-2">
          <CsvLink path="vouchers" />
          <Button onClick={() => setIssuing(true)}>
            <Plus aria-hidden="true" className="size-5" />
            <span>Issue a voucher</span>
          </Button>
        </div>
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data?.vouchers.length === 0 && (
        <EmptyState
          ornament={<Gift />}
          title="There are no vouchers"
          text="A voucher is issued here, for a refund, or when a show is cancelled."
        />
      )}
      {data && data.vouchers.length > 0 && (
        <div className="grid gap-4">
          <p>
            {countOf(data.usable.count, 'voucher')} can still be used, for{' '}
            <span className="tabular font-semibold">{formatRupees(data.usable.balance)}</span> in
            all.
          </p>
          <DataTable
            name="Vouchers"
            columns={createColumns(timeZone)}
            rows={data.vouchers}
            rowId={({ _id }) => _id}
          />
        </div>
      )}
      <HowDoI
        answers={[
          [
            'take a voucher at the counter',
            'Open the show, choose places, press Sell, and type the code under Voucher. Cash or card pays what is missing.',
          ],
          ['give a voucher for a refund', 'Under Refunds press Pay out and choose Voucher.'],
        ]}
      />
      {isIssuing && <IssueVoucherDialog onClose={() => setIssuing(false)} />}
    </Page>
  )
}
