import type { Show } from '@marquee/contract/office/shows'

/** The day in four numbers. */
export function Totals({ shows }: { shows: Show[] }) {
  const sum = (count: (show: Show) => number) =>
    shows.reduce((total, show) => total + count(show), 0)
  const sold = sum(({ seats }) => seats.sold)
  const capacity = sum(({ seats }) => seats.capacity)
  const facts = [
    ['Shows', String(shows.length)],
    ['Seats sold', `${sold}/${capacity}`],
    ['Let in', String(sum(({ admitted }) => admitted))],
    ['Held now', String(sum(({ seats }) => seats.held))],
  ]
  return (
    <dl className="panel grid grid-cols-2 gap-x-6 gap-y-3 p-4 xl:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="label">{name}</dt>
          <dd className="tabular text-lg font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
