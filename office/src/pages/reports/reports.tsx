import { OccupancyBy } from '@marquee/contract/office/reports/attendance'
import {
  countDays,
  type DateRange,
  MAX_DETAIL_DAYS,
} from '@marquee/contract/office/reports/date-range'
import { getDayClose } from '@marquee/contract/office/reports/day-close'
import { TakingsBy } from '@marquee/contract/office/reports/takings'
import { formatDate } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ConversionReport } from '#features/reports/conversion-report.tsx'
import { CsvLink } from '#features/reports/csv-link.tsx'
import { DayCloseView } from '#features/reports/day-close-view.tsx'
import { OccupancyReport } from '#features/reports/occupancy-report.tsx'
import { RangePicker } from '#features/reports/range-picker.tsx'
import { isOneDay, presetsOf, rangeName } from '#features/reports/ranges.ts'
import { reportsKey } from '#features/reports/reports.queries.ts'
import { SalesReport } from '#features/reports/sales-report.tsx'
import { SeatReport } from '#features/reports/seat-report.tsx'
import { TakingsBookings } from '#features/reports/takings-bookings.tsx'
import { TakingsReport } from '#features/reports/takings-report.tsx'
import { VisitsReport } from '#features/reports/visits-report.tsx'
import { mayManageShows } from '#lib/access.ts'
import { useScopes } from '#lib/device.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import '#styles/reports.css'

/** The parts of the page, in the order of their tabs. */
const PARTS = {
  takings: 'Takings',
  occupancy: 'Occupancy',
  seats: 'Seats',
  visits: 'Visits',
  sales: 'Sales',
  conversion: 'Conversion',
  'day-close': 'Day close',
} as const
type Part = keyof typeof PARTS

const isPart = (name: string | null): name is Part => name !== null && name in PARTS

/** What the cinema has taken, how full it was, and how the day is closed. Everything that is chosen is in the address. */
export function ReportsPage() {
  const { data, error, refetch } = useDayClose(undefined)
  return (
    <>
      {data ? (
        <Reports today={data.date} />
      ) : (
        <Page title="Reports">
          {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
        </Page>
      )}
    </>
  )
}

function Reports({ today }: { today: string }) {
  const [search, setSearch] = useSearchParams()
  const name = search.get('report')
  const part = isPart(name) ? name : 'takings'
  const [, , week] = presetsOf(today)
  const range: DateRange = {
    from: search.get('from') ?? week?.[1].from ?? today,
    to: search.get('to') ?? week?.[1].to ?? today,
  }
  const set = (changes: Record<string, string | undefined>) => {
    const next = { ...Object.fromEntries(search), ...changes }
    setSearch(Object.entries(next).filter((entry): entry is [string, string] => Boolean(entry[1])))
  }
  /** A figure of another range has other bookings, and another division. */
  const setRange = (next: DateRange) => set({ ...next, by: undefined, ...NO_BOOKINGS })

  return (
    <Page
      title="Reports"
      heading={
        <h1 className="text-xl">
          Reports
          <span className="hidden print:inline">
            {`: ${PARTS[part]}${part === 'day-close' ? '' : `, ${rangeName(range)}`}`}
          </span>
        </h1>
      }
      tools={<Tools part={part} range={range} search={search} />}
    >
      <nav aria-label="Reports" className="mb-4 flex flex-wrap gap-1 print:hidden">
        {(Object.keys(PARTS) as Part[]).map((one) => (
          <button
            key={one}
            type="button"
            aria-current={one === part ? 'page' : undefined}
            className="button px-3 whitespace-nowrap text-ash aria-[current=page]:bg-ivory aria-[current=page]:text-velvet"
            onClick={() => set({ report: one, by: undefined, ...NO_BOOKINGS })}
          >
            {PARTS[one]}
          </button>
        ))}
      </nav>
      {part === 'day-close' ? (
        <DayClosePart date={search.get('date') ?? undefined} onDate={(date) => set({ date })} />
      ) : (
        <div className="report grid gap-4">
          <RangePicker range={range} today={today} onChange={setRange} />
          <ReportPart part={part} range={range} search={search} set={set} />
        </div>
      )}
      <div className="print:hidden">
        <HowDoI answers={ANSWERS} />
      </div>
    </Page>
  )
}

const NO_BOOKINGS = { bookings: undefined, key: undefined, label: undefined }

interface PartProps {
  part: Part
  range: DateRange
  search: URLSearchParams
  set: (changes: Record<string, string | undefined>) => void
}

function ReportPart({ part, range, search, set }: PartProps) {
  const isDetailed = part === 'seats' || part === 'visits'
  if (isDetailed && countDays(range) > MAX_DETAIL_DAYS)
    return <p className="panel p-4 text-ash">Please choose at most {MAX_DETAIL_DAYS} days.</p>
  switch (part) {
    case 'occupancy': {
      const by = OccupancyBy.safeParse(search.get('by')).data ?? 'hour'
      return <OccupancyReport range={range} by={by} onDivide={(next) => set({ by: next })} />
    }
    case 'seats': {
      const screen = search.get('screen') ?? undefined
      return <SeatReport range={range} screen={screen} onScreen={(next) => set({ screen: next })} />
    }
    case 'visits':
      return <VisitsReport range={range} />
    case 'sales':
      return <SalesReport range={range} />
    case 'conversion':
      return <ConversionReport range={range} />
    default:
      return <TakingsPart range={range} search={search} set={set} />
  }
}

/** The takings, or the bookings behind one of their figures. */
function TakingsPart({ range, search, set }: Omit<PartProps, 'part'>) {
  const by = takingsBy(search, range)
  if (search.has('bookings')) {
    const key = search.get('key') ?? undefined
    return (
      <TakingsBookings
        division={{ range, by, key }}
        label={search.get('label') ?? 'All bookings'}
        onBack={() => set(NO_BOOKINGS)}
      />
    )
  }
  return (
    <TakingsReport
      range={range}
      by={by}
      onDivide={(next) => set({ by: next })}
      onDay={(day) => set({ from: day, to: day, by: undefined })}
      onBookings={(row) => set({ bookings: 'shown', by, key: row?.key, label: row?.label })}
    />
  )
}

const useDayClose = (date: string | undefined) =>
  useQuery({
    queryKey: [...reportsKey, 'day-close', date],
    queryFn: ({ signal }) => call(getDayClose, { querystring: { date } }, signal),
    staleTime: 0,
  })

interface DayCloseProps {
  /** Undefined: the business day that goes on. */
  date: string | undefined
  onDate: (date: string) => void
}

/** The cash of a business day. */
function DayClosePart({ date, onDate }: DayCloseProps) {
  const mayClose = mayManageShows(useScopes())
  const { data, error, refetch } = useDayClose(date)
  return (
    <div className="report grid gap-4">
      <DateField
        label="Day"
        type="date"
        format={formatDate}
        className="w-44 print:hidden"
        value={date ?? data?.date ?? ''}
        onChange={({ target }) => target.value && onDate(target.value)}
      />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} />}
      {data && (
        <DayCloseView
          key={data.date}
          day={data}
          mayClose={mayClose}
          onClosed={() => onDate(data.date)}
        />
      )}
    </div>
  )
}

/** One day is divided by movie at first, more days by day. */
const takingsBy = (search: URLSearchParams, range: DateRange): TakingsBy =>
  TakingsBy.safeParse(search.get('by')).data ?? (isOneDay(range) ? 'movie' : 'day')

interface ToolsProps {
  part: Part
  range: DateRange
  search: URLSearchParams
}

function Tools({ part, range, search }: ToolsProps) {
  const by = part === 'takings' ? takingsBy(search, range) : (search.get('by') ?? undefined)
  const query = new URLSearchParams({
    ...range,
    ...(by && { by }),
    ...(part === 'seats' && search.get('screen') ? { screen: search.get('screen') ?? '' } : {}),
  })
  const date = search.get('date')
  const closeQuery = new URLSearchParams(date === null ? {} : { date })
  return (
    <div className="flex gap-2 print:hidden">
      <CsvLink path={`reports/${part}`} query={part === 'day-close' ? closeQuery : query} />
      <Button variant="secondary" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  )
}

const ANSWERS = [
  [
    'compare a Saturday with the one before',
    'Choose 7 days and click the Saturday. The column Change compares each movie with the Saturday before; with Divide by you compare categories, screens or payments.',
  ],
  [
    'see the bookings behind a figure',
    'Press Bookings in its row. Amounts count on the day on which they were paid or refunded, so a booking can be in several days.',
  ],
  [
    'close the day',
    'Open Day close, count the cash of each device, and press Close the day. A closed day does not change any more, and Today is then the next one.',
  ],
] as const
