import { holdExpiredText } from '@marquee/contract/seats/holds'
import type { Push } from '@marquee/contract/socket'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  isForShowtime,
  type MapPlace,
  type PlaceIdentity,
  placeKey,
  type ReceivedPush,
} from '#features/seat-selection/places/place-map.ts'
import {
  findCachedPlace,
  kindOf,
  refetchPlaces,
} from '#features/seat-selection/places/places.queries.ts'
import { subscribeToPush } from '#lib/socket/subscribe-to-push.ts'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { hasGivenUp } from './pending-requests.ts'
import { removeHold } from './place-requests.ts'

type ExpiredPush = Omit<Push<'holdExpired'>, 'showtimeId'>

/** A place whose hold has expired. */
type ExpiredPlace = PlaceIdentity & Pick<MapPlace, 'holdUntil'>

/** A place that the visitor has lost. */
interface Loss {
  /** The key of the place. */
  key: string
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
  const expire = (place: ExpiredPlace) => {
    const { _id: placeId, type, holdUntil } = place
    const key = placeKey(place)
    removeHold(client, showtimeId, { kind: kindOf(place), placeId, type })
    const now = serverNow()
    const endedAt = Math.min(holdUntil ? Date.parse(holdUntil) : now, now)
    setLosses((before) => [
      ...before.filter((other) => other.key !== key && endedAt - other.endedAt < SAME_END_MS),
      { key, endedAt },
    ])

    const text = holdExpiredText(type ?? 'seat')
    if (open.current.has(text)) return
    open.current.add(text)
    waiting.current.push(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void warn(), TOGETHER_MS)
  }
  const handlePush = useEffectEvent((push: ReceivedPush<ExpiredPush>) => {
    if (!isForShowtime(push, showtimeId)) return
    const { type, itemId, holdUntil } = push
    expire({ _id: itemId, type: type === 'seat' ? undefined : type, holdUntil })
  })

  useEffect(() => {
    const unsubscribe = subscribeToPush('holdExpired', (push) => handlePush(push))
    return () => {
      clearTimeout(timer.current)
      unsubscribe()
    }
  }, [])

  /** Removes the places whose deadline has passed without a message of the server. */
  async function expireMissed(selected: readonly ExpiredPlace[]) {
    const isKnown = (key: string) => losses.some((loss) => loss.key === key)
    const places = selected.filter((place) => !isKnown(placeKey(place)))
    if (places.length === 0) return
    await refetchPlaces(client, showtimeId)
    for (const place of places) {
      const current = findCachedPlace(client, showtimeId, place)
      const isHeld = current?.holdUntil !== undefined && Date.parse(current.holdUntil) > serverNow()
      if (!isHeld && !hasGivenUp(client, showtimeId, placeKey(place))) expire(place)
    }
  }

  return { losses, dismissLosses: () => setLosses([]), expireMissed }
}
