import { useCallback, useSyncExternalStore } from 'react'

/** What this needs of a socket of socket.io-client. */
interface Connection {
  connected: boolean
  on: (event: 'connect' | 'disconnect', listener: () => void) => unknown
  off: (event: 'connect' | 'disconnect', listener: () => void) => unknown
}

/** Whether the socket is connected at the moment. */
export function useConnected(socket: Connection) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      socket.on('connect', onChange)
      socket.on('disconnect', onChange)
      return () => {
        socket.off('connect', onChange)
        socket.off('disconnect', onChange)
      }
    },
    [socket],
  )
  return useSyncExternalStore(subscribe, () => socket.connected)
}
