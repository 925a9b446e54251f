import type { WaitingEntry } from '@marquee/contract/bookings/waiting-list'
import { DEFAULT_ERROR_MESSAGE, errorMessage } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useId, useRef } from 'react'
import { NearMoment } from '#lib/date-time.tsx'
import { Countdown } from '#ui/countdown.tsx'
import { describeEntry, REJOIN_HINT } from './entry-texts.ts'
import { JoinWaitingList } from './join-waiting-list.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { useWaiting, type WaitingOptions } from './use-waiting.ts'

/** The waiting list of a show: an offer, the own entry, or how to join when seats are missing. Nothing otherwise. */
export function WaitingSection(props: WaitingOptions) {
  const { showtimeId, seats, userId } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const waiting = useWaiting(props, heading)
  const { entry, offer, join, leave, resultText, error } = waiting
  const hasContent = entry || resultText || error || waiting.isJoinable || waiting.needsSignIn
  if (!hasContent) return null

  return (
    <section
      id="waiting-list"
      aria-labelledby="waiting-list-title"
      className="panel grid gap-4 p-5 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 sm:p-7"
    >
      <h2
        ref={heading}
        id="waiting-list-title"
        tabIndex={-1}
        className="text-lg outline-none sm:text-xl"
      >
        {entry?.offer || waiting.isTaken ? 'Seats Are Held for You' : 'Waiting List'}
      </h2>
      {entry && (
        <EntryOfShow
          entry={entry}
          isTaking={offer.isPending}
          isLeaving={leave.isPending}
          onTake={() => offer.take(entry._id)}
          onLeave={() => leave.mutate(entry)}
          onEnd={waiting.endOffer}
        />
      )}
      {resultText && <p>{resultText}</p>}
      {error && (
        <p role="alert" className="text-danger">
          {errorMessage(error) ?? DEFAULT_ERROR_MESSAGE}
        </p>
      )}
      {waiting.needsSignIn && (
        <>
          <p className="text-ash">
            Sign in with your account to take the seats that are held for you.
          </p>
          <SignInLink>Sign In</SignInLink>
        </>
      )}
      {waiting.isJoinable && (
        <JoinWaitingList
          showtimeId={showtimeId}
          seats={seats}
          wantedSeats={waiting.wantedSeats}
          isSignedIn={userId !== undefined}
          busy={join.isPending}
          onJoin={(request) => join.mutate(request)}
        />
      )}
    </section>
  )
}

interface EntryOfShowProps {
  entry: WaitingEntry
  isTaking: boolean
  isLeaving: boolean
  onTake: () => void
  onLeave: () => void
  /** Called when the time of the offer is over, with its deadline. */
  onEnd: (until: string) => void
}

/** The entry of the visitor: an offer, or what the visitor waits for. */
function EntryOfShow({ entry, isTaking, isLeaving, onTake, onLeave, onEnd }: EntryOfShowProps) {
  const { offer } = entry
  const hintId = useId()
  return (
    <>
      {offer ? (
        <p>
          <strong className="font-semibold text-brass-bright">{offer.seats.join(', ')}</strong>{' '}
          {offer.seats.length === 1 ? 'is' : 'are'} yours for{' '}
          <Countdown
            untilMs={Date.parse(offer.until)}
            now={serverNow}
            onEnd={() => onEnd(offer.until)}
            className="tabular"
          />
          . After that, the offer ends.
        </p>
      ) : (
        <p className="text-ash">
          You are waiting for {describeEntry(entry)}, until <NearMoment instant={entry.until} />.
          When they come free, we hold them for you. We tell you here and by email.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {offer && (
          <Button busy={isTaking} onClick={onTake}>
            Take These Seats
          </Button>
        )}
        <Button
          variant="secondary"
          aria-describedby={offer && hintId}
          busy={isLeaving}
          onClick={onLeave}
        >
          Leave the Waiting List
        </Button>
        {offer && (
          <p id={hintId} className="text-sm text-ash">
            {REJOIN_HINT}
          </p>
        )}
      </div>
    </>
  )
}
