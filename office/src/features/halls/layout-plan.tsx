import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { planLayout } from '@marquee/contract/office/programme/screens'
import { countOf } from '@marquee/contract/text/count'
import type { ReactNode } from 'react'
import { Moment } from '#lib/dates/moment.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Facts } from '#ui/facts.tsx'

type LayoutPlan = ResponseBody<typeof planLayout>
type ShowOfPlan = LayoutPlan['shows'][number]

const MAX_CHANGES = 12

const resultOf = ({ keeps, sold, held }: ShowOfPlan) => {
  if (!keeps) return 'Gets the new layout'
  return sold + held > 0 ? 'Keeps its layout: seats are taken' : 'Keeps its layout: it is earlier'
}

const COLUMNS: Column<ShowOfPlan>[] = [
  { accessorKey: 'movie', header: 'Show' },
  {
    accessorKey: 'startTime',
    header: 'Start',
    cell: ({ row }) => <Moment at={row.original.startTime} />,
  },
  { accessorKey: 'sold', header: 'Sold' },
  { accessorKey: 'held', header: 'Held' },
  { id: 'result', header: 'Result', accessorFn: resultOf },
]

interface Props {
  plan: LayoutPlan
  /** Applies the plan. Above the shows, which may be many. */
  action: ReactNode
}

/** What a new version of a hall would change, and for which shows. */
export function LayoutPlanView({ plan: { changes, shows }, action }: Props) {
  const keeping = shows.filter(({ keeps }) => keeps)
  const more = changes.length - MAX_CHANGES
  return (
    <section aria-label="The plan" className="grid gap-4">
      <div className="panel grid gap-4 p-4">
        <h2 className="font-semibold">The plan</h2>
        <Facts
          className="grid-cols-2 gap-x-4 sm:grid-cols-4"
          facts={[
            ['Shows to come', shows.length],
            ['Get the new layout', shows.length - keeping.length],
            ['Keep theirs', keeping.length],
            ['Sold places in them', keeping.reduce((sum, { sold }) => sum + sold, 0)],
          ]}
        />
        {changes.length === 0 ? (
          <p>The hall does not change.</p>
        ) : (
          <ul className="grid gap-1">
            {changes.slice(0, MAX_CHANGES).map((change) => (
              <li key={change}>{change}</li>
            ))}
            {more > 0 && <li className="text-ash">and {countOf(more, 'more change')}</li>}
          </ul>
        )}
        {action}
      </div>
      {shows.length > 0 && (
        <DataTable name="Shows to come" columns={COLUMNS} rows={shows} rowId={({ _id }) => _id} />
      )}
    </section>
  )
}
