import { MINUTE_MS } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { announce } from '#ui/announcer.tsx'
import { describeAhead } from './queue-texts.ts'
import type { WaitingRoom } from './waiting-room.queries.ts'

/** Reads changes of the visitor's place out, and moves the focus to the heading when the turn comes. */
export function useQueueAnnouncements(
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
