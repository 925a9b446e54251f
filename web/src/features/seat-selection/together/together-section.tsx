import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats'
import { Button } from '#ui/button.tsx'
import { InviteButton } from './invite-button.tsx'
import { JoinDialog } from './join-dialog.tsx'
import { type Choice, groupByPerson } from './shared-choices.ts'
import { useSharedChoices } from './use-shared-choices.ts'

interface Props {
  /** The name of the movie. */
  movie: string
  showtimeId: string
  seats: Seat[]
  slots: ParkingSlot[]
  closed: boolean
  /** This visitor pays for the places of friends too. */
  paysForAll: boolean
  onPaysForAll: (paysForAll: boolean) => void
}

/** Choosing seats with friends: the invitation, who has chosen what, and who pays. */
export function TogetherSection(props: Props) {
  const { movie, showtimeId, seats, slots, closed, paysForAll, onPaysForAll } = props
  const { choices, isGuest, hasEnded, dismissEnd } = useSharedChoices(showtimeId, { seats, slots })
  const hasSeat = seats.some(({ heldByMe, releasable }) => heldByMe || releasable)
  const canPayForAll = seats.some(({ releasable }) => releasable)

  if (choices.length === 0 && closed && !hasEnded) return <JoinDialog showtimeId={showtimeId} />
  return (
    <section aria-labelledby="together" className="panel min-h-37 px-5 py-4 sm:min-h-20 sm:px-7">
      <JoinDialog showtimeId={showtimeId} />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id="together" className="text-base font-semibold">
            {headingText({ isShared: choices.length > 0, hasEnded })}
          </h2>
          <p className="text-sm text-ash">
            {introText({ isShared: choices.length > 0, isGuest, hasEnded, hasSeat })}
          </p>
        </div>
        {hasEnded ? (
          <Button variant="quiet" onClick={dismissEnd}>
            OK
          </Button>
        ) : (
          !isGuest && (
            <InviteButton movie={movie} showtimeId={showtimeId} canInvite={hasSeat && !closed} />
          )
        )}
      </div>
      {choices.length > 0 && (
        <dl className="tabular mt-3 grid gap-1">
          {groupByPerson(choices).map(([friend, own]) => (
            <div key={friend ?? ''} className="flex flex-wrap gap-x-3">
              <dt className="wrap-anywhere font-semibold">{friend ?? 'You'}</dt>
              <dd>{own.map(choiceText).join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
      {canPayForAll && (
        <label className="mt-2 flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={paysForAll}
            onChange={({ target }) => onPaysForAll(target.checked)}
            className="size-5 shrink-0 accent-brass"
          />
          <span>
            I pay for everyone
            <span className="block text-sm text-ash">
              Otherwise, each of you pays for their own seats.
            </span>
          </span>
        </label>
      )}
    </section>
  )
}

const choiceText = ({ label, isPaid }: Choice) => (isPaid ? `${label} (paid)` : label)

interface State {
  isShared: boolean
  hasEnded: boolean
}

function headingText({ isShared, hasEnded }: State) {
  if (hasEnded) return "Your Friend's Selection Has Ended"
  return isShared ? 'Choosing Together' : 'Going with Friends?'
}

function introText(state: State & { isGuest: boolean; hasSeat: boolean }) {
  if (state.hasEnded) return 'You can still choose seats here for yourself.'
  if (state.isGuest) return 'All of you share the time and ten seats. You pay for your own seats.'
  if (state.isShared) return 'All of you share the time and ten seats.'
  return state.hasSeat
    ? 'They can choose their seats beside yours.'
    : 'Choose a seat. Then you can invite them to choose theirs beside it.'
}
