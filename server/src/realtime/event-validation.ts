import {
  type Ack,
  type ClientEvent,
  clientEvents,
  type Payload,
  RefusalCode,
} from '@marquee/contract/socket'
import { isForeignKeyViolation, isTransientError } from '../database/error-kinds.ts'
import { AppError, invalidRequest, UNEXPECTED_ERROR } from '../errors.ts'
import type { HoldState } from '../inventory/commands/hold.ts'
import type { Log } from '../platform/log.ts'

export const isKnownEvent = (event: string): event is ClientEvent =>
  Object.hasOwn(clientEvents, event)

/** Throws INVALID if the payload does not match the event's schema. */
export function parsePayload<E extends ClientEvent>(event: E, payload: unknown): Payload<E> {
  const parsed = clientEvents[event].safeParse(payload)
  if (!parsed.success) throw invalidRequest()
  return parsed.data as Payload<E>
}

/** What an event returns: the state of the selection, and what the event asks for. */
export type AcceptedState = HoldState & {
  seatIds?: readonly string[]
  link?: string
  showtimeId?: string
}

export const acceptedAck = ({ holdUntil, now, seatIds, ...result }: AcceptedState): Ack => ({
  ok: true,
  holdUntil: holdUntil === null ? null : new Date(holdUntil).toISOString(),
  serverNow: new Date(now).toISOString(),
  ...(seatIds && { seatIds: [...seatIds] }),
  ...result,
})

/** An unexpected error is logged and acknowledged as UNAVAILABLE. */
export function refusedAck(error: unknown, log: Log): Ack {
  if (error instanceof AppError) {
    const code = RefusalCode.safeParse(error.code)
    return {
      ok: false,
      code: code.success ? code.data : 'INVALID',
      message: error.message,
      challenge: error.details.challenge,
      place: error.details.place,
    }
  }
  // A foreign key is violated when a row was deleted in the meantime.
  if (!isTransientError(error) && !isForeignKeyViolation(error)) {
    log.error({ err: error }, 'socket event failed')
  }
  return { ok: false, code: 'UNAVAILABLE', message: UNEXPECTED_ERROR }
}
