import {
  type FoundBooking,
  MAX_FOUND_BOOKINGS,
  searchBookings,
} from '@marquee/contract/office/bookings'
import type { CounterRefund } from '@marquee/contract/office/counter/refunds'
import { formatRupees } from '@marquee/contract/text/money'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import SearchIcon from 'lucide-react/icons/search'
import SearchX from 'lucide-react/icons/search-x'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { BookingPanel } from '#features/bookings/booking-panel.tsx'
import { PayRefundDialog } from '#features/counter/pay-refund-dialog.tsx'
import { useRefunds } from '#features/counter/refunds.queries.ts'
import { bookingPath, OFFICE_PAGES } from '#lib/access.ts'
import { bookingKeys } from '#lib/bookings.queries.ts'
import { showColumns } from '#lib/dates/show-columns.tsx'
import { CHANNEL_NAMES } from '#lib/format.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

const useBookingSearch = (q: string) =>
  useQuery({
    queryKey: bookingKeys.search(q),
    queryFn: ({ signal }) => call(searchBookings, { querystring: { q } }, signal),
    enabled: q !== '',
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })

/** The search, its results, and the chosen booking. */
export function BookingsPage() {
  const { reference } = useParams()
  const [search, setSearch] = useSearchParams()
  const text = search.get('q') ?? ''
  const q = useDeferredValue(text.trim())
  const { data, error, isPending, refetch } = useBookingSearch(q)
  const bookings = data?.bookings ?? []

  return (
    <Page title="Bookings">
      <SearchBox
        label="Search bookings"
        placeholder="Reference, name, phone, email, plate or seat"
        autoFocus={!reference}
        value={text}
        className="mb-4 max-w-2xl"
        onChange={({ target }) => setSearch({ q: target.value }, { replace: true })}
      />
      <div className={reference ? 'grid gap-4 xl:grid-cols-[minmax(0,1fr)_27rem]' : ''}>
        <div className={`min-w-0 ${reference ? 'max-xl:order-last' : ''}`}>
          {error && <LoadError error={error} onRetry={() => void refetch()} />}
          {q === '' && !reference && (
            <div className="panel">
              <EmptyState
                ornament={<SearchIcon />}
                title="Find a booking"
                text="Type a reference or its beginning, a name, an email, a phone or vehicle number or four characters of it, or a seat such as H7 for the shows of today. Add a date for another day: H7 27 Nov."
              />
            </div>
          )}
          {q !== '' && isPending && <SkeletonRows />}
          {q !== '' && data && !error && bookings.length === 0 && (
            <div className="panel">
              <EmptyState
                ornament={<SearchX />}
                title={`No booking for “${q}”`}
                text="Names and parts of numbers find the shows since a week ago: add a date for an earlier one. Or try the whole phone number, the whole email, or the first characters of the reference, which has no 0, 1, I, L, O or U."
              />
            </div>
          )}
          {q !== '' && bookings.length > 0 && (
            <>
              <BookingResults bookings={bookings} search={search.toString()} />
              <p role="status" className="mt-2 text-sm text-ash">
                {bookings.length === MAX_FOUND_BOOKINGS
                  ? `The first ${MAX_FOUND_BOOKINGS}. Type more to narrow the search.`
                  : `${bookings.length} found`}
              </p>
            </>
          )}
        </div>
        {reference && (
          <aside className="panel self-start p-4 xl:sticky xl:top-6">
            <Link
              to={{ pathname: OFFICE_PAGES.bookings.path, search: search.toString() }}
              className="mb-3 inline-flex min-h-9 items-center text-sm pointer-coarse:min-h-11 font-medium text-ash underline underline-offset-4"
            >
              Close
            </Link>
            <BookingRefunds reference={reference} />
            <BookingPanel key={reference} reference={reference} />
          </aside>
        )}
      </div>
      <HowDoI
        answers={[
          [
            'find a booking without its reference',
            'Type a name, an email, a phone or vehicle number, or a seat such as H7. A date at the end names another day.',
          ],
          [
            'refund a visitor',
            'Open the booking and press Cancel booking…. The page shows the rupees first.',
          ],
          [
            'send the tickets to another address',
            'Press Correct email…. What was not delivered goes there at once.',
          ],
        ]}
      />
    </Page>
  )
}

const createColumns = (search: string): Column<FoundBooking>[] => [
  {
    accessorKey: 'reference',
    header: 'Reference',
    cell: ({ row }) => (
      <Link
        to={{ pathname: bookingPath(row.original.reference), search }}
        className="tabular font-semibold whitespace-nowrap text-link"
      >
        {row.original.reference}
      </Link>
    ),
  },
  ...showColumns<FoundBooking>(),
  {
    id: 'places',
    accessorFn: ({ places }) => (places.length === 0 ? 'Cancelled' : places.join(' ')),
    header: 'Places',
    enableSorting: false,
  },
  { id: 'name', accessorFn: ({ name }) => name ?? '', header: 'Name' },
  {
    accessorKey: 'totalCost',
    header: 'Total',
    cell: ({ row: { original } }) => (
      <span className="tabular">
        {original.payment === 'complimentary' ? 'Free' : formatRupees(original.totalCost)}
      </span>
    ),
  },
  { id: 'channel', accessorFn: ({ channel }) => CHANNEL_NAMES[channel], header: 'Sold' },
]

interface BookingResultsProps {
  bookings: FoundBooking[]
  /** The query of the page, which links keep. */
  search: string
}

function BookingResults({ bookings, search }: BookingResultsProps) {
  const columns = useMemo(() => createColumns(search), [search])
  return (
    <DataTable name="Found bookings" columns={columns} rows={bookings} rowId={({ _id }) => _id} />
  )
}

/** What the counter owes for a booking, with a button to pay it out. Shows nothing if it owes nothing. */
function BookingRefunds({ reference }: { reference: string }) {
  const { data } = useRefunds('owed', reference)
  const [paying, setPaying] = useState<CounterRefund>()
  if (!paying && !data?.refunds.length) return
  return (
    <section aria-label="Refunds to pay" className="mb-4 grid gap-2 border-b border-rule pb-4">
      {data?.refunds.map((refund) => (
        <p key={refund.number} className="flex flex-wrap items-center justify-between gap-2">
          <span>
            <span className="font-semibold">{formatRupees(refund.amount)}</span> to pay out
          </span>
          <Button onClick={() => setPaying(refund)}>Pay out</Button>
        </p>
      ))}
      {paying && <PayRefundDialog refund={paying} onClose={() => setPaying(undefined)} />}
    </section>
  )
}
