import { passPath } from '@marquee/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { friendPassesQuery } from '#lib/friend-passes.queries.ts'
import { TextLink } from '#ui/text-link.tsx'

interface Props {
  showtimeId: string
  userId: string | undefined
}

/** The tickets of the seats at a showtime that friends have paid for this visitor. */
export function FriendPasses({ showtimeId, userId }: Props) {
  const { data = [] } = useQuery(friendPassesQuery(userId))
  const passes = data.filter(({ showtime }) => showtime._id === showtimeId)
  if (passes.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-x-6">
      {passes.map(({ token, seatNumber }) => (
        <li key={token}>
          <TextLink to={passPath(token)}>Ticket for {seatNumber}</TextLink>
        </li>
      ))}
    </ul>
  )
}
