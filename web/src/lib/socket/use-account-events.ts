import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { socket } from './socket.ts'
import { subscribeToPush } from './subscribe-to-push.ts'

/** Refetches queries after each change of the account that the server tells of, such as a new notice, and after a reconnect. */
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
