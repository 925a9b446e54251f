import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import {
  type DateRange,
  daysToRangeBefore,
  rangeBefore,
} from '@marquee/contract/office/reports/date-range'
import {
  getTakings,
  type TakingsBy,
  type TakingsRow,
} from '@marquee/contract/office/reports/takings'
import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import { useMemo } from 'react'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { Chart } from './chart.tsx'
import { Difference, Figures } from './figures.tsx'
import { NamedSelect } from './named-select.tsx'
import { isOneDay, rangeName } from './ranges.ts'
import { useReport } from './reports.queries.ts'
import { TAKINGS_DIVISIONS, TakingsTable } from './takings-table.tsx'

type Takings = ResponseBody<typeof getTakings>

interface Props {
  range: DateRange
  by: TakingsBy
  onDivide: (by: TakingsBy) => void
  /** Shows one day alone. */
  onDay: (day: string) => void
  /** Shows the bookings behind a row. Undefined: behind all of them. */
  onBookings: (row: Pick<TakingsRow, 'key' | 'label'> | undefined) => void
}

/** What was paid and refunded, compared with the range before. */
export function TakingsReport({ range, by, onDivide, onDay, onBookings }: Props) {
  const takings = useReport(getTakings, { querystring: { ...range, by } })
  // Shows are not compared with earlier ones: only the totals are.
  const before = useReport(getTakings, {
    querystring: { ...rangeBefore(range), by: by === 'show' ? 'category' : by },
  })
  if (takings.error)
    return <LoadError error={takings.error} onRetry={() => void takings.refetch()} />
  if (!takings.data) return <SkeletonRows rows={6} />
  return (
    <div className="report grid gap-4">
      <TakingsFigures
        totals={takings.data.totals}
        before={before.data?.totals}
        range={range}
        onBookings={() => onBookings(undefined)}
      />
      {by === 'day' && !isOneDay(range) && (
        <DaysChart takings={takings.data} before={before.data} />
      )}
      <NamedSelect label="Divide by" names={TAKINGS_DIVISIONS} value={by} onChange={onDivide} />
      <TakingsTable
        range={range}
        by={by}
        onDay={onDay}
        onBookings={onBookings}
        rows={takings.data.rows}
        before={before.data?.rows}
      />
    </div>
  )
}

interface FiguresProps {
  totals: Takings['totals']
  before: Takings['totals'] | undefined
  range: DateRange
  onBookings: () => void
}

function TakingsFigures({ totals, before, range, onBookings }: FiguresProps) {
  const figure = (name: string, field: 'gross' | 'refunds' | 'net') =>
    [
      name,
      formatRupees(totals[field]),
      <Difference key={field} now={totals[field]} before={before?.[field]} format={formatRupees} />,
    ] as const
  const tickets = (
    <Difference
      now={totals.tickets}
      before={before?.tickets}
      format={(value) => value.toLocaleString('en-IN')}
    />
  )
  const average = totals.average === null ? '–' : formatRupees(totals.average)
  const averageDifference = totals.average !== null && before?.average != null && (
    <Difference now={totals.average} before={before.average} format={formatRupees} />
  )
  return (
    <section aria-label="Totals" className="grid gap-2">
      <Figures
        figures={[
          figure('Net', 'net'),
          figure('Gross', 'gross'),
          figure('Refunds', 'refunds'),
          ['Tickets', totals.tickets.toLocaleString('en-IN'), tickets],
          ['Net per ticket', average, averageDifference],
        ]}
      />
      <p className="flex flex-wrap items-center justify-between gap-x-6 text-sm text-ash">
        <span>
          {rangeName(range)}. Compared with {rangeName(rangeBefore(range))} ({beforeName(range)}).
        </span>
        <button
          type="button"
          className="min-h-11 font-semibold text-ivory underline underline-offset-4 print:hidden"
          onClick={onBookings}
        >
          All bookings behind these figures
        </button>
      </p>
    </section>
  )
}

function DaysChart({ takings, before }: { takings: Takings; before: Takings | undefined }) {
  const labels = useMemo(() => takings.rows.map(({ label }) => shortDay(label)), [takings])
  const series = useMemo(() => {
    const netOf = ({ rows }: Takings) => rows.map(({ net }) => net)
    return [
      { name: 'Net', values: netOf(takings), as: 'bars' as const },
      ...(before
        ? [{ name: beforeName(takings), values: netOf(before), as: 'line' as const }]
        : []),
    ]
  }, [takings, before])
  return <Chart name="Net by day" labels={labels} series={series} format={formatRupees} />
}

/** `a week before`, `4 weeks before`. */
function beforeName(range: DateRange) {
  const weeks = daysToRangeBefore(range) / 7
  return weeks === 1 ? 'a week before' : `${countOf(weeks, 'week')} before`
}

/** `Sat 28 Nov` of `Sat, 28 Nov 2026`. */
const shortDay = (label: string) => label.replace(',', '').replace(/ \d{4}$/, '')
