import { holdExpiredText } from '@marquee/contract/holds'
import type { Push } from '@marquee/contract/socket'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isForShowtime, type ReceivedPush } from '#features/seat-selection/places/place-map.ts'
import { socket } from '#lib/socket.ts'
import { useDialog } from '#ui/use-dialog.ts'
import { removeHold } from './place-requests.ts'

type ExpiredPlace = Pick<Push<'holdExpired'>, 'type' | 'itemId'>

/** Specification §9. */
const CLOSES_AFTER_MS = 3_000

/** Holds that expire together arrive one by one. Those that arrive within this time share a warning. */
const TOGETHER_MS = 100

/** Removes expired holds from the selection and shows a warning. Several that expire together share one warning. */
export function useExpiryWarning(showtimeId: string) {
  const client = useQueryClient()
  const openDialog = useDialog()
  /** Texts that are visible or wait to be shown. */
  const open = useRef(new Set<string>())
  const waiting = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const warn = useEffectEvent(async () => {
    const texts = waiting.current.splice(0)
    const text = texts.join(' ')
    await openDialog({ title: 'Hold Expired', text, closesAfterMs: CLOSES_AFTER_MS })
    for (const shown of texts) open.current.delete(shown)
  })
  const handleExpired = useEffectEvent((push: ReceivedPush<ExpiredPlace>) => {
    if (!isForShowtime(push, showtimeId)) return
    const kind = push.type === 'seat' ? 'seats' : 'slots'
    removeHold(client, showtimeId, { kind, placeId: push.itemId })

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
}
