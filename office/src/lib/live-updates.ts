import type { OfficeEvents } from '@marquee/contract/office/events'
import { afterPaint } from '@marquee/ui-kit/lib/after-paint.ts'
import { logWarning } from '@marquee/ui-kit/lib/log.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useConnected } from '@marquee/ui-kit/lib/use-connected.ts'
import { useEffect } from 'react'
import { io, type Socket } from 'socket.io-client'
import { bookingKeys } from './bookings.queries.ts'
import { refetchDevice } from './device.queries.ts'
import { refetchEnquiries } from './enquiries.queries.ts'
import { refetchShows } from './shows.queries.ts'

const socket: Socket<OfficeEvents> = io({
  autoConnect: false,
  withCredentials: true,
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  reconnectionDelayMax: 5_000,
})

/** Changes within this time cause one request. */
const REFETCH_INTERVAL_MS = 300
const RECONNECT_MS = 5_000

/** The refund that a dialog shows stays: the server compares it with the right one. */
const refetchShownBookings = () => {
  for (const queryKey of [bookingKeys.searches, bookingKeys.details])
    void queryClient.invalidateQueries({ queryKey })
}

/** The ids of a `showsChanged` push. Logs a push that is not one, and returns none. */
export function readChangedShows(push: unknown): string[] {
  const { showtimeIds } = Object(push) as { showtimeIds?: unknown }
  if (Array.isArray(showtimeIds) && showtimeIds.every((id) => typeof id === 'string'))
    return showtimeIds
  logWarning('showsChanged ignored: it has no list of shows', push)
  return []
}

/** Keeps what is shown up to date while the component is mounted. */
export function useLiveUpdates() {
  useEffect(() => {
    const changed = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let reconnect: ReturnType<typeof setTimeout> | undefined

    const refetch = () => {
      timer = undefined
      void refetchShows(...changed)
      refetchShownBookings()
      changed.clear()
    }
    const onChange = (push: unknown) => {
      const ids = readChangedShows(push)
      if (ids.length === 0) return
      for (const id of ids) changed.add(id)
      timer ??= setTimeout(refetch, REFETCH_INTERVAL_MS)
    }
    // Changes may have been missed.
    const onConnect = () => {
      void refetchShows()
      void refetchEnquiries()
      refetchShownBookings()
    }
    // Socket.IO does not reconnect after the server closes the connection: the device may be revoked.
    const onDisconnect = (reason: Socket.DisconnectReason) => {
      refetchDevice()
      if (reason === 'io server disconnect')
        reconnect = setTimeout(() => socket.connect(), RECONNECT_MS)
    }

    socket.on('showsChanged', onChange)
    socket.on('enquiriesChanged', refetchEnquiries)
    socket.on('connect', onConnect)
    socket.on('disconnect', onDisconnect)
    // A connection takes a slow device as long as a part of the page.
    const cancelConnect = afterPaint(() => socket.connect())
    return () => {
      cancelConnect()
      clearTimeout(timer)
      clearTimeout(reconnect)
      socket.off('showsChanged', onChange)
      socket.off('enquiriesChanged', refetchEnquiries)
      socket.off('connect', onConnect)
      socket.off('disconnect', onDisconnect)
      socket.disconnect()
    }
  }, [])
}

/** Whether changes arrive at the moment. */
export const useIsConnected = () => useConnected(socket)
