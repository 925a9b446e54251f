import type { ReactNode } from 'react'

type Figure = readonly [name: string, value: string, note?: ReactNode]

/** The totals of a report, each with a note below it. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="panel grid grid-cols-2 gap-x-6 gap-y-3 p-4 sm:grid-cols-3 xl:grid-cols-6">
    {figures.map(([name, value, note]) => (
      <div key={name}>
        <dt className="label">{name}</dt>
        <dd className="tabular text-xl font-semibold">{value}</dd>
        {note && <dd className="tabular text-sm">{note}</dd>}
      </div>
    ))}
  </dl>
)
