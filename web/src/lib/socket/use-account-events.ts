import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { socket } from './socket.ts'
import { subscribeToPush } from './subscribe-to-push.ts'

/** Refetches queries when the server says that the notices or waiting list entries of the account have changed, and after a reconnect. */
export function useAccountEvents(queryKey: QueryKey) {
  const client = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey })
    const unsubscribe = subscribeToPush('noticesChanged', refetch)
    socket.on('connect', refetch)
    return () => {
      unsubscribe()
      socket.off('connect', refetch)
    }
  }, [client, key])
}
