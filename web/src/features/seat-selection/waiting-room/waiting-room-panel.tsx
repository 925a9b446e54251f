import { PAGES } from '@marquee/contract/pages'
import { MINUTE_MS } from '@marquee/contract/time'
import { DEFAULT_ERROR_MESSAGE, errorMessage } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { NearMoment } from '#lib/date-time.tsx'
import { announce } from '#ui/announcer.tsx'
import { Countdown } from '#ui/countdown.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { aheadText, describeAhead, describeWait, formatCount } from './queue-texts.ts'
import {
  type EndReason,
  refetchWaitingRoom,
  useJoinWaitingRoom,
  useLeaveWaitingRoom,
  type WaitingRoom,
} from './waiting-room.queries.ts'

interface Props {
  showtimeId: string
  room: WaitingRoom
  isSignedIn: boolean
  /** No seat is free at the moment. */
  areAllTaken: boolean
}

/** Where the visitor stands in the queue for a showtime, and what to do meanwhile. Takes a place by itself when the page opens. */
export function WaitingRoomPanel({ showtimeId, room, isSignedIn, areAllTaken }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const join = useJoinWaitingRoom(showtimeId)
  const leave = useLeaveWaitingRoom(showtimeId)
  const { state, ended } = room
  const hasNoPlace = state !== 'turn' && (ended !== undefined || join.isError)
  useQueueAnnouncements(room, heading)
  useJoinOnce(room, join.mutate)
  const error = join.error ?? leave.error

  return (
    <section
      aria-labelledby="queue"
      data-turn={state === 'turn' || undefined}
      className="panel queue-panel grid content-start gap-3 p-4 data-turn:border-brass max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 ref={heading} id="queue" tabIndex={-1} className="text-base outline-none sm:text-lg">
          {titleOf(room)}
        </h2>
        {!hasNoPlace && (
          <button
            type="button"
            aria-busy={leave.isPending || undefined}
            onClick={() => !leave.isPending && leave.mutate()}
            className="text-button"
          >
            {state === 'turn' ? (
              'Give Up My Turn'
            ) : (
              <>
                Leave <span className="sr-only">the Queue</span>
              </>
            )}
          </button>
        )}
      </div>
      {state === 'turn' ? (
        <Turn showtimeId={showtimeId} turnUntil={room.turnUntil} />
      ) : ended ? (
        <p className="text-ash">{END_TEXTS[ended]}</p>
      ) : state === 'before' ? (
        <Before opensAt={room.opensAt} />
      ) : (
        <Position room={room} />
      )}
      {areAllTaken && !ended && (
        <p className="text-sm text-ash">
          All seats are taken at the moment. Those that come free go to the people in the queue.
        </p>
      )}
      {state !== 'turn' && !hasNoPlace && (
        <MailHint isMailed={room.isMailed} isSignedIn={isSignedIn} />
      )}
      {error && (
        <p role="alert" className="text-danger">
          {errorMessage(error) ?? DEFAULT_ERROR_MESSAGE}
        </p>
      )}
      {hasNoPlace && (
        <div>
          <Button busy={join.isPending} onClick={() => join.mutate()}>
            {ended ? 'Queue Again' : 'Try Again'}
          </Button>
        </div>
      )}
    </section>
  )
}

const END_TITLES: Record<EndReason, string> = {
  left: 'You Have Left the Queue',
  noSeat: 'Your Turn Is Over',
  holdEnded: 'Your Turn Is Over',
  elsewhere: 'You Are No Longer in the Queue Here',
}

const END_TEXTS: Record<EndReason, string> = {
  left: 'You can queue again, at the end.',
  noSeat: 'No seat was chosen in time, so the turn went to the next person.',
  holdEnded: 'You hold no seats any more, so the turn went to the next person.',
  elsewhere: 'You have left it in another window, or you are waiting on another device.',
}

function titleOf({ state, ended }: WaitingRoom) {
  if (state === 'turn') return 'It Is Your Turn'
  if (ended) return END_TITLES[ended]
  return state === 'before' ? 'Booking Has Not Opened Yet' : 'You Are in the Queue'
}

/** Takes a place when the page shows the queue. Not again after the place is lost: the visitor decides then. */
function useJoinOnce({ state, ahead, ended }: WaitingRoom, join: () => void) {
  const hasJoined = useRef(false)
  const isJoinable =
    ended === undefined && (state === 'before' || (state === 'waiting' && ahead === null))
  useEffect(() => {
    if (!isJoinable || hasJoined.current) return
    hasJoined.current = true
    join()
  }, [isJoinable, join])
}

function Before({ opensAt }: Pick<WaitingRoom, 'opensAt'>) {
  return (
    <>
      {opensAt && (
        <p>
          It opens at{' '}
          <strong className="font-semibold text-brass-bright">
            <NearMoment instant={opensAt} />
          </strong>
          .
        </p>
      )}
      <p className="text-ash">
        The order is drawn by lot then, among all who are here: it does not help to come earlier.
      </p>
    </>
  )
}

function Position({ room: { ahead, waitSeconds } }: Pick<Props, 'room'>) {
  if (ahead === null) return <p className="text-ash">Taking your place…</p>
  const wait = waitSeconds !== null && (
    <span className="tabular block text-ash">{describeWait(waitSeconds)}</span>
  )
  if (ahead === 0)
    return (
      <p>
        <span className="display text-2xl text-brass-bright">You are next</span> {wait}
      </p>
    )
  return (
    <Figure figure={formatCount(ahead)}>
      {aheadText(ahead)} {wait}
    </Figure>
  )
}

/** A large figure, and beside it what it counts. */
const Figure = ({ figure, children }: { figure: ReactNode; children: ReactNode }) => (
  <p className="flex flex-wrap items-center gap-x-3">
    <span className="display tabular text-4xl text-brass-bright">{figure}</span>{' '}
    <span className="min-w-32 flex-1 leading-snug">{children}</span>
  </p>
)

/** How the visitor learns of the turn. */
function MailHint({
  isMailed,
  isSignedIn,
}: Pick<WaitingRoom, 'isMailed'> & Pick<Props, 'isSignedIn'>) {
  const { pathname, search, hash } = useLocation()
  const from = pathname + search + hash
  return (
    <Hint>
      {isMailed ? (
        'You may close this page. We will mail you when it is your turn.'
      ) : isSignedIn ? (
        'Please keep this page open. With a confirmed email address we would mail you when it is your turn.'
      ) : (
        <>
          Please keep this page open, or{' '}
          <TextLink to={PAGES.signIn} state={{ from }}>
            sign in
          </TextLink>{' '}
          and we will mail you when it is your turn. You keep your place.
        </>
      )}
    </Hint>
  )
}

const Hint = ({ children }: { children: ReactNode }) => (
  <p className="text-sm text-ash">{children}</p>
)

function Turn({
  showtimeId,
  turnUntil,
}: Pick<Props, 'showtimeId'> & Pick<WaitingRoom, 'turnUntil'>) {
  const client = useQueryClient()
  if (turnUntil === null) return null
  return (
    <Figure
      figure={
        <Countdown
          untilMs={Date.parse(turnUntil)}
          now={serverNow}
          onEnd={() => void refetchWaitingRoom(client, showtimeId)}
        />
      }
    >
      to choose a seat
    </Figure>
  )
}

/** Reads changes of the visitor's place out, and moves the focus to the heading when the turn comes. */
function useQueueAnnouncements(
  { state, ahead, turnUntil, ended }: WaitingRoom,
  heading: RefObject<HTMLElement | null>,
) {
  useFocusOnHeading(state === 'turn' ? 'turn' : (ended ?? 'queue'), heading)
  useTurnAnnouncements(state === 'turn' ? turnUntil : null)
  useAheadAnnouncements(state === 'waiting' ? ahead : null)
}

/** When the turn comes, and when a button that had the focus is gone. Not while a dialog is open. */
function useFocusOnHeading(shown: string, heading: RefObject<HTMLElement | null>) {
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    const { activeElement, body } = document
    const isTaken = shown !== 'turn' && activeElement !== body
    if (isTaken || activeElement?.closest('[role="dialog"]')) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [shown, heading])
}

const LAST_CALL_MS = MINUTE_MS

function useTurnAnnouncements(turnUntil: string | null) {
  useEffect(() => {
    if (turnUntil === null) return
    announce('It is your turn. You can choose your seats now.')
    const lastCallIn = Date.parse(turnUntil) - serverNow() - LAST_CALL_MS
    if (lastCallIn <= 0) return
    const text = 'One minute is left to choose a seat.'
    const timer = setTimeout(() => announce(text), lastCallIn)
    return () => clearTimeout(timer)
  }, [turnUntil])
}

/** The number changes every few seconds. It is read out at first, and then each time when it has halved. */
function useAheadAnnouncements(ahead: number | null) {
  const lastTold = useRef(Number.POSITIVE_INFINITY)
  const tell = useEffectEvent((count: number) => {
    if (count > lastTold.current / 2) return
    lastTold.current = count
    announce(`You are in the queue. ${describeAhead(count)}.`)
  })
  useEffect(() => {
    // A new place has a higher number.
    if (ahead === null) lastTold.current = Number.POSITIVE_INFINITY
    else tell(ahead)
  }, [ahead])
}
