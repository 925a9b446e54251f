import { passPath } from '@marquee/contract/pages'
import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats/seats'
import { shareHash } from '@marquee/contract/seats/shared-selections'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Checkbox } from '@marquee/ui-kit/ui/field.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { friendPassesQuery } from '#lib/api/friend-passes.queries.ts'
import { TextLink } from '#ui/text-link.tsx'
import { hasLink, InviteButton } from './invite-button.tsx'
import { groupByPerson, type SharedChoice, useSharedChoices } from './use-shared-choices.ts'

const JoinDialog = lazy(async () => ({ default: (await import('./join-dialog.tsx')).JoinDialog }))

interface Props {
  /** The name of the movie. */
  movie: string
  showtimeId: string
  seats: Seat[]
  slots: ParkingSlot[]
  closed: boolean
  /** The signed-in user. */
  userId: string | undefined
  /** This visitor pays for the places of friends too. */
  paysForAll: boolean
  onPaysForAll: (paysForAll: boolean) => void
}

/** Choosing seats with friends: the invitation, who has chosen what, and who pays. */
export function TogetherSection(props: Props) {
  const { movie, showtimeId, seats, slots, closed, userId, paysForAll, onPaysForAll } = props
  const { choices, isGuest, hasEnded, hasPaidSeat, dismissEnd } = useSharedChoices(showtimeId, {
    seats,
    slots,
  })
  const hasSeat = seats.some(({ heldByMe, releasable }) => heldByMe || releasable)
  const canPayForAll = seats.some(({ releasable }) => releasable)
  const mine = choices.filter(({ friend }) => friend === undefined)
  const [hasInvited, setHasInvited] = useState(() => hasLink(showtimeId) === true)
  // The list and the tick are there before the first friend chooses, so that nothing moves then.
  const isWaiting = choices.length === 0 && hasInvited && hasSeat && !closed
  const isShared = choices.length > 0 || isWaiting
  const state = { isShared, isGuest, hasEnded, hasSeat, mine }

  if (choices.length === 0 && closed && !hasEnded && !hasPaidSeat)
    return <JoinByLink showtimeId={showtimeId} />
  return (
    <section aria-labelledby="together" className="panel min-h-37 px-5 py-4 sm:min-h-20 sm:px-7">
      <JoinByLink showtimeId={showtimeId} />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id="together" className="text-base font-semibold">
            {headingText(state)}
          </h2>
          <p className="text-sm text-ash">{introText(state)}</p>
        </div>
        {hasEnded ? (
          <Button variant="secondary" onClick={dismissEnd}>
            OK
          </Button>
        ) : (
          !isGuest && (
            <InviteButton
              movie={movie}
              showtimeId={showtimeId}
              canInvite={hasSeat && !closed}
              onInvite={() => setHasInvited(true)}
            />
          )
        )}
      </div>
      {isShared && (
        <dl className="tabular mt-3 grid gap-1">
          {groupByPerson(choices).map(([friend, chosen]) => (
            <Person key={friend ?? ''} name={friend ?? 'You'}>
              {chosen.map((choice) => choiceText(choice, isGuest)).join(', ')}
            </Person>
          ))}
          {isWaiting && (
            <>
              <Person name="You">{heldLabels(seats, slots)}</Person>
              <Person name="Your friends">No seats yet</Person>
            </>
          )}
        </dl>
      )}
      {hasPaidSeat && <FriendPasses showtimeId={showtimeId} userId={userId} />}
      {(canPayForAll || isWaiting) && (
        <Checkbox
          checked={paysForAll}
          disabled={isWaiting}
          onChange={({ target }) => onPaysForAll(target.checked)}
          className="mt-2 cursor-pointer"
        >
          <span>
            I pay for everyone
            <span className="block text-sm text-ash">
              Otherwise, each of you pays for their own seats.
            </span>
          </span>
        </Checkbox>
      )}
    </section>
  )
}

const Person = ({ name, children }: { name: string; children: string }) => (
  <div className="flex flex-wrap gap-x-3">
    <dt className="wrap-anywhere font-semibold">{name}</dt>
    <dd>{children}</dd>
  </div>
)

const heldLabels = (seats: readonly Seat[], slots: readonly ParkingSlot[]) =>
  [...seats, ...slots]
    .filter(({ heldByMe }) => heldByMe)
    .map((place) => ('seatNumber' in place ? place.seatNumber : place.slotNumber))
    .join(', ')

const PREFIX = shareHash('')

/** Asks a visitor who has opened the link of a friend for a name. */
function JoinByLink({ showtimeId }: { showtimeId: string }) {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  if (!hash.startsWith(PREFIX)) return null
  const removeToken = () => navigate({ pathname, search }, { replace: true })
  return (
    <Suspense>
      <JoinDialog showtimeId={showtimeId} token={hash.slice(PREFIX.length)} onEnd={removeToken} />
    </Suspense>
  )
}

/** The tickets of the seats at a showtime that friends have paid for this visitor. */
function FriendPasses({ showtimeId, userId }: Pick<Props, 'showtimeId' | 'userId'>) {
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

function choiceText({ label, isPaid, friendPays }: SharedChoice, isGuest: boolean) {
  if (isPaid) return `${label} (paid)`
  if (!friendPays) return label
  return isGuest ? `${label} (your friend pays)` : `${label} (you pay)`
}

interface State {
  isShared: boolean
  isGuest: boolean
  hasEnded: boolean
  hasSeat: boolean
  /** What this visitor has chosen. */
  mine: readonly SharedChoice[]
}

/** The selection has ended because all that this visitor has chosen is paid. */
const isSuccess = ({ hasEnded, mine }: State) =>
  hasEnded && mine.length > 0 && mine.every(({ isPaid }) => isPaid)

function headingText(state: State) {
  const { isShared, hasEnded, mine } = state
  if (isSuccess(state)) return mine.length === 1 ? 'Your Seat Is Paid' : 'Your Seats Are Paid'
  if (hasEnded) return "Your Friend's Selection Has Ended"
  return isShared ? 'Choosing Together' : 'Going with Friends?'
}

function introText(state: State) {
  if (isSuccess(state))
    return `${state.mine.map(({ label }) => label).join(', ')}: paid for you. Enjoy the show!`
  if (state.hasEnded) return 'You can still choose seats here for yourself.'
  if (state.isGuest)
    return state.mine.some(({ friendPays }) => friendPays)
      ? 'You share one countdown and up to ten seats. Your friend pays for everyone.'
      : 'You share one countdown and up to ten seats. You pay for your own seats.'
  if (state.isShared) return 'You share one countdown and up to ten seats.'
  return state.hasSeat
    ? 'They can choose their seats beside yours.'
    : 'Choose a seat. Then you can invite them to choose theirs beside it.'
}
