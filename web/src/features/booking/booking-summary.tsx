import { rupees } from '@marquee/contract/money'
import type { ReactNode } from 'react'
import { Ornament } from '#ui/ornament.tsx'
import type { SummaryLine } from './summary-lines.ts'

interface Props {
  lines: SummaryLine[]
  /** Rupees. */
  total: number
  /** What stands where nothing is chosen. */
  emptyText: string
  timeLeft: ReactNode
  action: ReactNode
}

export function BookingSummary({ lines, total, emptyText, timeLeft, action }: Props) {
  return (
    <section aria-labelledby="summary" className="panel p-5 sm:p-7">
      <h2 id="summary" className="text-center text-xl">
        Booking Summary
      </h2>
      <Ornament className="mx-auto mt-2 mb-5 w-32" />
      {lines.length === 0 && <p className="text-center text-ash">{emptyText}</p>}
      <dl className="tabular grid gap-2">
        {lines.map(({ label, cost }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt>{label}</dt>
            <dd>{rupees(cost)}</dd>
          </div>
        ))}
        <div className="mt-3 flex items-baseline justify-between gap-4 border-t border-brass/30 pt-4 font-semibold">
          <dt>Total Cost</dt>
          <dd className="text-lg text-brass-bright">{rupees(total)}</dd>
        </div>
      </dl>
      {timeLeft}
      {action}
    </section>
  )
}
