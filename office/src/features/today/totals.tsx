import type { Show } from '@marquee/contract/office/shows/shows'
import { type Fact, Facts } from '#ui/facts.tsx'

/** The day in numbers. Cancelled shows are counted apart. */
export function Totals({ shows }: { shows: Show[] }) {
  const takingPlace = shows.filter(({ cancelled }) => cancelled === null)
  const sum = (count: (show: Show) => number) =>
    takingPlace.reduce((total, show) => total + count(show), 0)
  const cancelled = shows.length - takingPlace.length
  const sold = sum(({ seats }) => seats.sold)
  const capacity = sum(({ seats }) => seats.capacity)
  const facts: Fact[] = [
    ['Shows', takingPlace.length],
    ...(cancelled > 0 ? [['Cancelled', cancelled] satisfies Fact] : []),
    ['Seats sold', `${sold}/${capacity}`],
    ['Let in', String(sum(({ admitted }) => admitted))],
    ['Held now', String(sum(({ seats }) => seats.held))],
  ]
  const columns = cancelled > 0 ? 'xl:grid-cols-5' : 'xl:grid-cols-4'
  return <Facts facts={facts} className={`panel grid-cols-2 gap-x-6 p-4 ${columns}`} />
}
