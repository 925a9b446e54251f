import { DEFAULT_ERROR_MESSAGE, errorMessage } from '@marquee/ui-kit/lib/api.ts'
import { useRef } from 'react'
import { JoinWaitingList } from './join-waiting-list.tsx'
import { OwnEntry } from './own-entry.tsx'
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
        <OwnEntry
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
