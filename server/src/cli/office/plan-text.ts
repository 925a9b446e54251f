import type { ProgrammePlan } from '@marquee/contract/office/programme/plans'
import { countOf } from '@marquee/contract/text/count'

/** A plan of the programme: its changes and warnings, or its conflicts with the bookings of shows that stay. */
export function planText({ changes, warnings, conflicts, consequences }: ProgrammePlan) {
  if (conflicts.length > 0)
    return [
      ...['Nothing is changed, because of', ...conflicts.flatMap(describeConflict)],
      ...(consequences.bookings > 0 ? [describeConsequences(consequences)] : []),
    ].join('\n')
  const text = [...changes, ...warnings].join('\n')
  return text === '' ? 'Nothing changes.' : text
}

const describeConflict = ({ message, bookings }: ProgrammePlan['conflicts'][number]) => [
  `  ${message}`,
  ...bookings.map(
    ({ reference, places, refund, hasEmail }) =>
      `    ${reference}: ${places.join(', ')}, ${refund} rupees, ${hasEmail ? 'email' : 'no email'}`,
  ),
]

const describeConsequences = ({
  bookings,
  people,
  refunds,
  mails,
}: ProgrammePlan['consequences']) =>
  `Cancelling these shows would refund ${countOf(bookings, 'booking')} of ${countOf(people, 'person', 'people')}: ${refunds} rupees, ${countOf(mails, 'email')}.`
