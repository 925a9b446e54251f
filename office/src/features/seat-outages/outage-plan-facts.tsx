import { formatRupees } from '@marquee/contract/money'
import type { OutagePlan } from '@marquee/contract/office/seat-outages'
import { type Fact, Facts } from '#ui/facts.tsx'

/** The numbers of a plan: who is concerned, what it costs. */
export function OutagePlanFacts({ plan: { seats, screen, counts } }: { plan: OutagePlan }) {
  const facts: Fact[] = [
    ['Shows', counts.shows],
    ['Bookings', counts.bookings],
    ['People', counts.people],
    ['Lose a seat', counts.lostPeople],
    ['Parties split', counts.splitBookings],
    ['Given back', formatRupees(counts.refund)],
    ['Mails', counts.mails],
    ['Holds that end', counts.held],
    ['Blocked places', counts.blocked],
  ]
  return (
    <section aria-label="The plan" className="panel grid gap-4 p-4">
      <h2 className="font-semibold">
        Without {seats.map(({ seatNumber }) => seatNumber).join(', ')} on {screen.name}
      </h2>
      <Facts facts={facts} className="grid-cols-2 gap-x-4 sm:grid-cols-3 lg:grid-cols-5" />
      {counts.bookings === 0 && (
        <p className="text-ash">No booking has these seats. Nobody needs another one.</p>
      )}
    </section>
  )
}
