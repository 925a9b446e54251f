import type { Push, ServerEvent, ServerToClientEvents } from '@marquee/contract/socket'
import { logWarning } from '@marquee/ui-kit/lib/log.ts'
import { socket } from './socket.ts'

/** Calls back for each push of an event. A push without data is logged and ignored. Returns a function that stops it. */
export function subscribeToPush<E extends ServerEvent>(event: E, onPush: (push: Push<E>) => void) {
  const receive = ((push: unknown) => {
    if (typeof push === 'object' && push !== null) onPush(push as Push<E>)
    else logWarning(`${event} ignored: it has no data`, push)
  }) as ServerToClientEvents[E]
  socket.on<ServerEvent>(event, receive)
  return () => void socket.off<ServerEvent>(event, receive)
}

/** Whether the list of a push contains objects only. Otherwise the push is logged. */
export function isListOfPush<T>(list: T[] | undefined, event: ServerEvent): list is T[] {
  const isList =
    Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null)
  if (!isList) logWarning(`${event} ignored: it has no list of places`, list)
  return isList
}
