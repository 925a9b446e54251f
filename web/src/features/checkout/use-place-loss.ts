import type { Push } from '@marquee/contract/socket'
import { useEffect, useEffectEvent } from 'react'
import { socket } from '#lib/socket.ts'
import type { PendingOrder } from './pending-order.ts'

/** Calls back when the hold of a place of the order has expired. */
export function usePlaceLoss(order: PendingOrder['bookingData'], onLoss: () => void) {
  const receive = useEffectEvent(({ showtimeId, itemId }: Push<'holdExpired'>) => {
    if (showtimeId !== order.showtimeId) return
    const placeIds = [...order.seats, ...order.parkingSlots.map(({ slotId }) => slotId)]
    if (placeIds.includes(itemId)) onLoss()
  })

  useEffect(() => {
    const listener = (push: Push<'holdExpired'>) => receive(push)
    socket.on('holdExpired', listener)
    return () => void socket.off('holdExpired', listener)
  }, [])
}
