import { DEFAULT_ERROR_MESSAGE, errorMessage } from '@marquee/browser/api.ts'
import { serverNow } from '@marquee/browser/clock.ts'
import { PAGES } from '@marquee/contract/pages'
import type { Seat } from '@marquee/contract/seats'
import { OFFER_PARAMETER, type WaitingEntry } from '@marquee/contract/waiting-list'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { dateTimeOf } from '#lib/date-time.ts'
import { announce } from '#ui/announcer.tsx'
import { Button } from '#ui/button.tsx'
import { Countdown } from '#ui/countdown.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { describeEntry } from './entry-texts.ts'
import { isAlmostFull } from './largest-block.ts'
import { WaitingForm } from './waiting-form.tsx'
import { useJoin, useLeave, useOpenOffer, useWaitingEntries } from './waiting-list.queries.ts'

interface Props {
  showtimeId: string
  seats: readonly Seat[]
  /** Booking has closed. An offer can still be taken. */
  closed: boolean
  /** Undefined when signed out. */
  userId: string | undefined
  /** Called when the seats of an offer have become the selection. */
  onTaken: () => void
}

/** The waiting list of a show: an offer, the own entry, or how to join when hardly any seats are free. Nothing otherwise. */
export function WaitingSection({ showtimeId, seats, closed, userId = '', onTaken }: Props) {
  const { data: entries } = useWaitingEntries(userId)
  const entry = entries?.find((one) => one.showtimeId === showtimeId)
  const offer = useOffer({ userId, onTaken })
  const leave = useLeave(userId)
  const error = offer.error ?? leave.error
  const isJoinable = !closed && !entry && isAlmostFull(seats)
  const needsSignIn = userId === '' && offer.requestedId !== null
  if (!entry && !isJoinable && !error && !needsSignIn) return null

  return (
    <section
      id="waiting-list"
      aria-labelledby="waiting-list-title"
      className="panel grid gap-4 p-5 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 sm:p-7"
    >
      <h2 id="waiting-list-title" className="text-lg sm:text-xl">
        {entry?.offer ? 'Seats Are Held for You' : 'Waiting List'}
      </h2>
      {entry && (
        <OwnEntry
          entry={entry}
          isTaking={offer.isPending}
          isLeaving={leave.isPending}
          onTake={() => offer.take(entry._id)}
          onLeave={() => leave.mutate(entry._id)}
        />
      )}
      {error && (
        <p role="alert" className="text-danger">
          {errorMessage(error) ?? DEFAULT_ERROR_MESSAGE}
        </p>
      )}
      {isJoinable && <Joining showtimeId={showtimeId} seats={seats} userId={userId} />}
      {needsSignIn && !isJoinable && <SignInToTake />}
    </section>
  )
}

/** Takes the offer of the entry in the address, once. */
function useOffer({ userId, onTaken }: Pick<Props, 'onTaken'> & { userId: string }) {
  const [search, setSearch] = useSearchParams()
  const requestedId = search.get(OFFER_PARAMETER)
  const { mutate, isPending, error } = useOpenOffer(userId)
  const take = (entryId: string) =>
    mutate(entryId, {
      onSuccess: () => {
        announce('The seats are selected.')
        onTaken()
      },
    })
  const takeRequested = useEffectEvent((entryId: string) => {
    search.delete(OFFER_PARAMETER)
    setSearch(search, { replace: true, preventScrollReset: true })
    take(entryId)
  })
  useEffect(() => {
    if (userId !== '' && requestedId !== null) takeRequested(requestedId)
  }, [userId, requestedId])
  return { requestedId, take, isPending, error }
}

interface OwnEntryProps {
  entry: WaitingEntry
  isTaking: boolean
  isLeaving: boolean
  onTake: () => void
  onLeave: () => void
}

function OwnEntry({ entry, isTaking, isLeaving, onTake, onLeave }: OwnEntryProps) {
  const { offer } = entry
  return (
    <>
      {offer ? (
        <p role="status">
          <strong className="font-semibold text-brass-bright">{offer.seats.join(', ')}</strong> are
          yours for{' '}
          <Countdown untilMs={Date.parse(offer.until)} now={serverNow} className="tabular" />. After
          that they go to the next party.
        </p>
      ) : (
        <p role="status" className="text-ash">
          You are waiting for {describeEntry(entry)}, until {dateTimeOf(entry.until)}. When such
          seats come free, we hold them for you and tell you here and by email.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {offer && (
          <Button busy={isTaking} onClick={onTake}>
            Take these seats
          </Button>
        )}
        <Button variant="quiet" busy={isLeaving} onClick={onLeave}>
          {offer ? 'No, thanks' : 'Leave the waiting list'}
        </Button>
      </div>
    </>
  )
}

function Joining({
  showtimeId,
  seats,
  userId,
}: Pick<Props, 'showtimeId' | 'seats'> & { userId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { pathname } = useLocation()
  const { mutate, isPending, error } = useJoin(userId)
  const isSoldOut = !seats.some(({ status }) => status === 'AVAILABLE')

  return (
    <>
      <p className="text-ash">
        {isSoldOut ? 'All seats are taken.' : 'Hardly any seats side by side are left.'} When seats
        come free, we hold them for you for up to 15 minutes and tell you here and by email. First
        come, first served.
      </p>
      {userId === '' ? (
        <div>
          <LinkButton to={PAGES.signIn} state={{ from: pathname }}>
            Sign in to join the waiting list
          </LinkButton>
        </div>
      ) : isOpen ? (
        <WaitingForm
          showtimeId={showtimeId}
          seats={seats}
          busy={isPending}
          onJoin={(request) => mutate(request)}
        />
      ) : (
        <div>
          <Button variant="quiet" onClick={() => setIsOpen(true)}>
            Tell me when seats come free
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className="text-danger">
          {errorMessage(error) ?? DEFAULT_ERROR_MESSAGE}
        </p>
      )}
    </>
  )
}

function SignInToTake() {
  const { pathname, search } = useLocation()
  return (
    <>
      <p className="text-ash">Sign in with your account to take the seats that are held for you.</p>
      <div>
        <LinkButton to={PAGES.signIn} state={{ from: pathname + search }}>
          Sign In
        </LinkButton>
      </div>
    </>
  )
}
