import type { Show } from '@marquee/contract/office/shows'
import { type Fact, Facts } from '#ui/facts.tsx'

/** The day in four numbers. */
export function Totals({ shows }: { shows: Show[] }) {
  const sum = (count: (show: Show) => number) =>
    shows.reduce((total, show) => total + count(show), 0)
  const sold = sum(({ seats }) => seats.sold)
  const capacity = sum(({ seats }) => seats.capacity)
  const facts: Fact[] = [
    ['Shows', String(shows.length)],
    ['Seats sold', `${sold}/${capacity}`],
    ['Let in', String(sum(({ admitted }) => admitted))],
    ['Held now', String(sum(({ seats }) => seats.held))],
  ]
  return <Facts facts={facts} className="panel grid-cols-2 gap-x-6 p-4 xl:grid-cols-4" />
}
