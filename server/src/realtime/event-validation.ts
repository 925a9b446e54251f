import {
  type Ack,
  type ClientEvent,
  clientEvents,
  type Payload,
  RefusalCode,
} from '@marquee/contract/socket'
import { isTransientError } from '../database/error-kinds.ts'
import { AppError, UNEXPECTED_ERROR, unreadable } from '../errors.ts'
import type { HoldState } from '../inventory/claim-requests.ts'
import type { Log } from '../platform/log.ts'

export const isKnown = (event: string): event is ClientEvent => Object.hasOwn(clientEvents, event)

/** What a browser sent, if it is what the event's contract says. */
export function checked<E extends ClientEvent>(event: E, payload: unknown): Payload<E> {
  const parsed = clientEvents[event].safeParse(payload)
  if (!parsed.success) throw unreadable()
  return parsed.data as Payload<E>
}

export const accepted = ({ holdUntil, now }: HoldState): Ack => ({
  ok: true,
  holdUntil: holdUntil === null ? null : new Date(holdUntil).toISOString(),
  serverNow: new Date(now).toISOString(),
})

/** A refusal as the browser hears it. What nobody expected is logged and told as a passing trouble. */
export function refused(error: unknown, log: Log): Ack {
  if (error instanceof AppError) {
    const code = RefusalCode.safeParse(error.code)
    return { ok: false, code: code.success ? code.data : 'INVALID', message: error.message }
  }
  if (!isTransientError(error)) log.error({ err: error }, 'socket event failed')
  return { ok: false, code: 'UNAVAILABLE', message: UNEXPECTED_ERROR }
}
