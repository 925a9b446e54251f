import { pageTitle } from '#lib/page/page-title.ts'
import { describeAhead } from './queue-texts.ts'
import { useWaitingRoom, type WaitingRoom } from './waiting-room.queries.ts'

interface Props {
  showtimeId: string
  /** The title while visitors choose at once. */
  page: string
}

/** The title of the tab: visitors in the queue look at other tabs meanwhile. */
export function SeatScreenTitle({ showtimeId, page }: Props) {
  const room = useWaitingRoom({ _id: showtimeId })
  return <title>{pageTitle((room && titleOf(room)) ?? page)}</title>
}

function titleOf({ state, ahead, turnUntil, ended }: WaitingRoom) {
  if (state === 'turn') return turnUntil === null ? undefined : 'It is your turn!'
  return ended || ahead === null ? undefined : describeAhead(ahead)
}
