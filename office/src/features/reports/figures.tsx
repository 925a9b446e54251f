import type { ReactNode } from 'react'

type Figure = readonly [name: string, value: string, note?: ReactNode]

/** The totals of a report, each with a note below it. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="panel grid grid-cols-2 gap-x-6 gap-y-3 p-4 sm:grid-cols-3 xl:grid-cols-6 print:grid-cols-5 print:gap-x-3 print:p-2">
    {figures.map(([name, value, note]) => (
      <div key={name}>
        <dt className="label">{name}</dt>
        <dd className="tabular text-xl font-semibold print:text-base">{value}</dd>
        {note && <dd className="tabular text-sm">{note}</dd>}
      </div>
    ))}
  </dl>
)

interface DifferenceProps {
  now: number
  before: number | undefined
  format: (value: number) => string
}

/** How much more or less than before: with a sign, and in percent. */
export function Difference({ now, before, format }: DifferenceProps) {
  if (before === undefined) return <span className="text-ash">–</span>
  const difference = now - before
  if (difference === 0) return <span className="text-ash">as before</span>
  const sign = difference > 0 ? '+' : '−'
  const percent =
    before > 0 ? ` (${sign}${Math.round((100 * Math.abs(difference)) / before)} %)` : ''
  return (
    <span className="font-medium whitespace-nowrap">
      {`${sign}${format(Math.abs(difference))}${percent}`}
    </span>
  )
}
