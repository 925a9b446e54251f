import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import { formatIsoDate } from '@marquee/contract/time'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { weekPath } from '#lib/access.ts'
import { Moment } from '#lib/dates/moment.tsx'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import type { Plan } from './plan.queries.ts'

type Conflict = Plan['conflicts'][number]
type Bookings = Plan['removes'][number]['bookings']

/** What cannot be done, with the place and what to do instead. */
export function Conflicts({ conflicts }: { conflicts: Conflict[] }) {
  const timeZone = useTimeZone()
  if (conflicts.length === 0) return null
  return (
    <section aria-label="Conflicts" className="panel border-danger p-4">
      <h2 className="mb-2 flex items-center gap-2 font-semibold text-danger">
        <TriangleAlert aria-hidden="true" className="size-5" />
        <span>{countOf(conflicts.length, 'conflict')}</span>
      </h2>
      <ul className="grid gap-3">
        {conflicts.map((conflict) => (
          <li key={[placeOf(conflict, timeZone), conflict.message].join(' ')}>
            <p className="font-medium">{conflict.message}</p>
            <p className="text-sm text-ash">
              {!namesItsShow(conflict) && placeOf(conflict, timeZone)}
              {conflict.startTime !== null && (
                <>
                  {!namesItsShow(conflict) && ' · '}
                  <Link
                    to={weekPath(formatIsoDate(Date.parse(conflict.startTime), timeZone))}
                    className="text-link"
                  >
                    Open the week
                  </Link>
                </>
              )}
            </p>
            <Booked bookings={conflict.bookings} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Most messages begin with movie, screen and start. */
const namesItsShow = ({ movie, screen, message }: Conflict) =>
  message.startsWith(`${movie} on ${screen}, `)

const placeOf = ({ movie, screen, startTime }: Conflict, timeZone: string) =>
  [movie, screen, startTime === null ? null : dateTimeOf(startTime, timeZone)]
    .filter((text) => text !== null)
    .join(', ')

/** What may be a mistake. */
export function Warnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null
  return (
    <section aria-label="Please check" className="panel p-4">
      <h2 className="mb-1 font-semibold text-wait">Please check</h2>
      <Lines lines={warnings} />
    </section>
  )
}

/** What a plan says, one line each. */
const linesOf = ({ changes, conflicts, consequences }: Plan) => [
  ...conflicts.map(({ message }) => message),
  ...changes,
  `${consequences.bookings} bookings, ${consequences.people} people, ₹${consequences.refunds} of refunds, ${consequences.mails} emails`,
]

/** What the new plan for the same changes says differently. */
export function Differences({ before, after }: { before: Plan; after: Plan }) {
  const [old, next] = [linesOf(before), linesOf(after)]
  const added = next.filter((line) => !old.includes(line))
  const gone = old.filter((line) => !next.includes(line))
  return (
    <section role="alert" aria-label="What changed meanwhile" className="panel border-wait p-4">
      <h2 className="font-semibold">The programme changed meanwhile. This is the new plan.</h2>
      {added.length + gone.length === 0 && (
        <p className="text-ash">It does the same as the plan before.</p>
      )}
      {added.length > 0 && (
        <>
          <h3 className="mt-2 font-medium">Now</h3>
          <Lines lines={added} />
        </>
      )}
      {gone.length > 0 && (
        <>
          <h3 className="mt-2 font-medium">No longer</h3>
          <Lines lines={gone} />
        </>
      )}
    </section>
  )
}

const Lines = ({ lines }: { lines: string[] }) => (
  <ul className="grid list-disc gap-1 ps-5">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

/** All that the plan does, one line each: also movies, screens and daily showtimes. */
export const AllChanges = ({ changes }: { changes: string[] }) => (
  <details className="panel p-4">
    <summary className="font-semibold">All changes in words</summary>
    <div className="mt-2">
      <Lines lines={changes} />
    </div>
  </details>
)

function Booked({ bookings }: { bookings: Bookings }) {
  if (bookings.length === 0) return null
  return (
    <span className="flex flex-wrap gap-x-3 text-sm">
      {bookings.map(({ reference }) => (
        <span key={reference} className="whitespace-nowrap">
          {reference}
        </span>
      ))}
    </span>
  )
}

/** One line of the tables. */
interface Row {
  id: string
  movie: string
  screen: string
  startTime: string
  before: string
  bookings: Bookings
  result: string
}

const unsold = { before: '', bookings: [] as Bookings, result: '' }

/** The shows that are added, moved and removed. Those with bookings first. */
export function PlanTables({ plan: { adds, moves, removes } }: { plan: Plan }) {
  const timeZone = useTimeZone()
  const lists: readonly (readonly [name: string, rows: Row[]])[] = [
    [
      'Removed',
      removes.map((show) => ({
        ...show,
        id: idOf(show),
        before: '',
        result: show.isCancelled
          ? `Cancelled, ${formatRupees(sumRefunds(show.bookings))} refunded`
          : 'Removed',
      })),
    ],
    [
      'Moved',
      moves.map((show) => ({
        ...show,
        id: idOf(show),
        before: `${show.from.screen}, ${dateTimeOf(show.from.startTime, timeZone)}`,
        result:
          show.unseatedBookings > 0
            ? `${countOf(show.unseatedBookings, 'booking')} without seats`
            : show.bookings.length > 0
              ? 'Bookings stay'
              : '',
      })),
    ],
    ['Added', adds.map((show) => ({ ...unsold, ...show, id: idOf(show) }))],
  ]
  return lists.map(
    ([name, rows]) =>
      rows.length > 0 && (
        <PlanSection key={name} title={`${name}: ${countOf(rows.length, 'show')}`}>
          <DataTable
            name={name}
            columns={columnsOf(rows)}
            rows={rows.toSorted((a, b) => b.bookings.length - a.bookings.length)}
            rowId={({ id }) => id}
          />
        </PlanSection>
      ),
  )
}

const idOf = (show: Pick<Row, 'movie' | 'screen' | 'startTime'>) =>
  `${show.screen} ${show.startTime} ${show.movie}`
const sumRefunds = (bookings: Bookings) => bookings.reduce((sum, { refund }) => sum + refund, 0)

const PlanSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-2">
    <h2 className="font-semibold">{title}</h2>
    {children}
  </section>
)

/** Columns without a value in any row are left out. */
function columnsOf(rows: Row[]): Column<Row>[] {
  const has = (column: 'before' | 'result') => rows.some((row) => row[column] !== '')
  return [
    { accessorKey: 'movie', header: 'Movie' },
    { accessorKey: 'screen', header: 'Screen' },
    {
      accessorKey: 'startTime',
      header: 'Start',
      cell: ({ row }) => <Moment at={row.original.startTime} />,
    },
    ...(has('before') ? [{ accessorKey: 'before', header: 'Until now' } as const] : []),
    ...(rows.some(({ bookings }) => bookings.length > 0) ? [BOOKINGS] : []),
    ...(has('result') ? [{ accessorKey: 'result', header: 'Result' } as const] : []),
  ]
}

const BOOKINGS: Column<Row> = {
  id: 'bookings',
  header: 'Bookings',
  accessorFn: ({ bookings }) => bookings.length,
  cell: ({ row: { original } }) => (
    <span>
      {original.bookings.length}
      <Booked bookings={original.bookings} />
    </span>
  ),
}
