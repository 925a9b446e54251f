import { serverNow } from '@marquee/browser/clock.ts'
import { holdExpiredText } from '@marquee/contract/holds'
import type { Push } from '@marquee/contract/socket'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isForShowtime, type ReceivedPush } from '#features/seat-selection/places/place-map.ts'
import {
  cachedPlaces,
  type PlaceKind,
  refetchPlaces,
} from '#features/seat-selection/places/places.queries.ts'
import { subscribeToPush } from '#lib/subscribe-to-push.ts'
import { useDialog } from '#ui/use-dialog.ts'
import { hasGivenUp, removeHold } from './place-requests.ts'

type ExpiredPlace = Omit<Push<'holdExpired'>, 'showtimeId'>

/** A place that the visitor has lost. */
interface Loss {
  placeId: string
  /** Epoch milliseconds. */
  endedAt: number
}

/** Specification §9. */
const CLOSES_AFTER_MS = 3_000

/** Holds that expire together arrive one by one. Those that arrive within this time share a warning. */
const TOGETHER_MS = 100

/** Losses of one selection end within this time of each other. */
const SAME_END_MS = 5_000

/**
 * Removes expired holds from the selection and shows a warning. Several that expire together share one warning. Returns what was lost, until
 * it is dismissed.
 */
export function useExpiryWarning(showtimeId: string) {
  const client = useQueryClient()
  const openDialog = useDialog()
  const [losses, setLosses] = useState<Loss[]>([])
  /** Texts that are visible or wait to be shown. */
  const open = useRef(new Set<string>())
  const waiting = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const warn = useEffectEvent(async () => {
    const texts = waiting.current.splice(0)
    await openDialog({
      title: 'Hold Expired',
      text: texts.join(' '),
      closesAfterMs: CLOSES_AFTER_MS,
    })
    for (const shown of texts) open.current.delete(shown)
  })
  const expire = ({ type, itemId: placeId, holdUntil }: ExpiredPlace) => {
    if (type === 'seat') removeHold(client, showtimeId, { kind: 'seats', placeId })
    else removeHold(client, showtimeId, { kind: 'slots', placeId, type })
    const now = serverNow()
    const endedAt = Math.min(holdUntil ? Date.parse(holdUntil) : now, now)
    setLosses((before) => [
      ...before.filter(
        (other) => other.placeId !== placeId && endedAt - other.endedAt < SAME_END_MS,
      ),
      { placeId, endedAt },
    ])

    const text = holdExpiredText(type)
    if (open.current.has(text)) return
    open.current.add(text)
    waiting.current.push(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void warn(), TOGETHER_MS)
  }
  const handlePush = useEffectEvent((push: ReceivedPush<ExpiredPlace>) => {
    if (isForShowtime(push, showtimeId)) expire(push)
  })

  useEffect(() => {
    const unsubscribe = subscribeToPush('holdExpired', (push) => handlePush(push))
    return () => {
      clearTimeout(timer.current)
      unsubscribe()
    }
  }, [])

  /** Removes the places whose deadline has passed without a message of the server. */
  async function expireMissed(selected: readonly SelectedPlace[]) {
    await refetchPlaces(client, showtimeId)
    for (const { _id: itemId, type, holdUntil } of selected) {
      const kind: PlaceKind = type === 'seat' ? 'seats' : 'slots'
      const place = cachedPlaces(client, showtimeId, kind).find(({ _id }) => _id === itemId)
      const isHeld = place?.holdUntil !== undefined && Date.parse(place.holdUntil) > serverNow()
      const isKnown = losses.some(({ placeId }) => placeId === itemId)
      if (!isHeld && !isKnown && !hasGivenUp(client, showtimeId, itemId))
        expire({ type, itemId, holdUntil })
    }
  }

  return { losses, dismissLosses: () => setLosses([]), expireMissed }
}

interface SelectedPlace {
  _id: string
  type: ExpiredPlace['type']
  holdUntil?: string | undefined
}
