import { holdExpiredText } from '@marquee/contract/holds'
import type { Push } from '@marquee/contract/socket'
import { useEffect, useEffectEvent, useRef } from 'react'
import { socket } from '#lib/socket.ts'
import { useDialog } from '#ui/use-dialog.ts'
import type { Claims } from './claims.ts'

/** Specification, section 9. */
const SHOWN_MS = 3_000

/** Takes what has expired out of the selection and says so, once for all that expire together. */
export function useExpiryWarning(showtimeId: string, claims: Claims) {
  const ask = useDialog()
  const shown = useRef(new Set<string>())

  const expired = useEffectEvent(async (push: Push<'holdExpired'>) => {
    if (push.showtimeId !== showtimeId) return
    claims.lose(push.type === 'seat' ? 'seats' : 'slots', push.itemId)

    const text = holdExpiredText(push.type)
    if (shown.current.has(text)) return
    shown.current.add(text)
    await ask({ title: 'Hold Expired', text, closesAfter: SHOWN_MS })
    shown.current.delete(text)
  })

  useEffect(() => {
    const heard = (push: Push<'holdExpired'>) => void expired(push)
    socket.on('holdExpired', heard)
    return () => void socket.off('holdExpired', heard)
  }, [])
}
