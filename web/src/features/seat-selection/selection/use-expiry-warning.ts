import { holdExpiredText } from '@marquee/contract/holds'
import type { Push } from '@marquee/contract/socket'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { socket } from '#lib/socket.ts'
import { useDialog } from '#ui/use-dialog.ts'
import { removeHold } from './place-requests.ts'

/** Specification §9. */
const CLOSES_AFTER_MS = 3_000

/** Removes expired holds from the selection and shows a warning. Several that expire together share one warning. */
export function useExpiryWarning(showtimeId: string) {
  const client = useQueryClient()
  const openDialog = useDialog()
  const open = useRef(new Set<string>())

  const handleExpired = useEffectEvent(async (push: Push<'holdExpired'>) => {
    if (push.showtimeId !== showtimeId) return
    const kind = push.type === 'seat' ? 'seats' : 'slots'
    removeHold(client, showtimeId, { kind, placeId: push.itemId })

    const text = holdExpiredText(push.type)
    if (open.current.has(text)) return
    open.current.add(text)
    await openDialog({ title: 'Hold Expired', text, closesAfterMs: CLOSES_AFTER_MS })
    open.current.delete(text)
  })

  useEffect(() => {
    const receive = (push: Push<'holdExpired'>) => void handleExpired(push)
    socket.on('holdExpired', receive)
    return () => void socket.off('holdExpired', receive)
  }, [])
}
