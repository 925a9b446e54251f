import { holdExpiredText } from '@marquee/contract/holds'
import type { Push } from '@marquee/contract/socket'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isForShowtime, type ReceivedPush } from '#features/seat-selection/places/place-map.ts'
import { noticeTime } from '#lib/pace.store.ts'
import { socket } from '#lib/socket.ts'
import { useDialog } from '#ui/use-dialog.ts'
import { removeHold } from './place-requests.ts'

type ExpiredPlace = Omit<Push<'holdExpired'>, 'showtimeId'>

/** A place that the visitor has lost, and when what happened. */
export interface Loss {
  type: ExpiredPlace['type']
  placeId: string
  label: string
  /** The deadline of the selection. */
  holdUntil: string
  /** When another visitor asked for the place. */
  askedAt?: string | undefined
}

/** Specification §9. */
const CLOSES_AFTER_MS = 3_000

/** Holds that expire together arrive one by one. Those that arrive within this time share a warning. */
const TOGETHER_MS = 100

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
    const text = texts.join(' ')
    await openDialog({ title: 'Hold Expired', text, closesAfterMs: noticeTime(CLOSES_AFTER_MS) })
    for (const shown of texts) open.current.delete(shown)
  })
  const handleExpired = useEffectEvent((push: ReceivedPush<ExpiredPlace>) => {
    if (!isForShowtime(push, showtimeId)) return
    const kind = push.type === 'seat' ? 'seats' : 'slots'
    removeHold(client, showtimeId, { kind, placeId: push.itemId })
    const { type, itemId: placeId, label, holdUntil, askedAt } = push
    if (label && holdUntil) {
      const loss = { type, placeId, label, holdUntil, askedAt }
      setLosses((before) => [...before.filter((other) => other.holdUntil === holdUntil), loss])
    }

    const text = holdExpiredText(push.type)
    if (open.current.has(text)) return
    open.current.add(text)
    waiting.current.push(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(warn, TOGETHER_MS)
  })

  useEffect(() => {
    const receive = (push: ReceivedPush<ExpiredPlace>) => handleExpired(push)
    socket.on('holdExpired', receive)
    return () => {
      clearTimeout(timer.current)
      socket.off('holdExpired', receive)
    }
  }, [])

  return { losses, dismissLosses: () => setLosses([]) }
}
