import { formatRupees } from '@marquee/contract/money'
import type { MovePlan } from '@marquee/contract/office/show-moves'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { type Fact, Facts } from '#ui/facts.tsx'

/** The numbers of a plan: who is concerned, what it costs. */
export function MovePlanFacts({ plan: { to, counts, refundUntil } }: { plan: MovePlan }) {
  const timeZone = useTimeZone()
  const facts: Fact[] = [
    ['Bookings', counts.bookings],
    ['People', counts.people],
    ['Without seats', counts.unseatedPeople],
    ['Parties split', counts.splitBookings],
    ['Refunds', formatRupees(counts.refund)],
    ['Mails', counts.mails],
    ['Holds that end', counts.held],
    ['Blocked places released', counts.blocked],
  ]
  return (
    <section aria-label="The plan" className="panel grid gap-4 p-4">
      <h2 className="font-semibold">
        To {to.screen.name}, {dateTimeOf(to.startTime, timeZone)}
      </h2>
      <Facts facts={facts} className="grid-cols-2 gap-x-4 sm:grid-cols-4" />
      {refundUntil !== null && (
        <p className="text-ash">
          Visitors can cancel for a full refund until {dateTimeOf(refundUntil, timeZone)}.
        </p>
      )}
    </section>
  )
}
