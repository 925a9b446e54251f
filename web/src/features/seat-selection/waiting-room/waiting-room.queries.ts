import type {
  joinWaitingRoom,
  leaveWaitingRoom,
  QueuePosition,
  readWaitingRoom,
} from '@marquee/contract/bookings/waiting-room'
import type { MethodAndPath } from '@marquee/contract/calls/endpoint'
import type { Proof } from '@marquee/contract/calls/proof-of-work'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { Ack } from '@marquee/contract/socket'
import { ApiError, call } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { shouldRetry } from '@marquee/ui-kit/lib/retry.ts'
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { withProof } from '#lib/api/with-proof.ts'
import { useShowtimeEvent } from '#lib/socket/use-showtime-event.ts'

const PATH = '/api/showtimes/:showtimeId/waiting-room'
// The contract itself would load zod.
const READ: MethodAndPath<typeof readWaitingRoom> = { method: 'GET', path: PATH }
const JOIN: MethodAndPath<typeof joinWaitingRoom> = { method: 'POST', path: PATH }
const LEAVE: MethodAndPath<typeof leaveWaitingRoom> = { method: 'DELETE', path: PATH }

/**
 * Why the visitor has no place in the queue any more: left it, held no seat in time, or the hold has ended. `elsewhere`: left it in another window,
 * or waits on another device.
 */
export type EndReason = 'left' | 'noSeat' | 'holdEnded' | 'elsewhere'

/** Where the visitor stands in the waiting room of a showtime, as far as this page knows. */
export interface WaitingRoom extends QueuePosition {
  /** Set until the visitor queues again. */
  ended?: EndReason | undefined
}

const waitingRoomQuery = (showtimeId: string) =>
  queryOptions({
    queryKey: ['waiting-room', showtimeId],
    queryFn: async ({ client, queryKey, signal }): Promise<WaitingRoom> => {
      const updates = () => client.getQueryState(queryKey)?.dataUpdateCount
      const updatesBefore = updates()
      const { position } = await call<typeof readWaitingRoom>(
        READ,
        { params: { showtimeId } },
        signal,
      )
      const known = client.getQueryData<WaitingRoom>(queryKey)
      // A push that has arrived meanwhile is newer.
      return known && updates() !== updatesBefore ? known : nextRoom(known, position)
    },
    // Pushes and refusals tell the position.
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    // The next page view begins with what the server says then.
    gcTime: 0,
  })

/**
 * Undefined while the server has not told of a waiting room: then visitors choose at once. A showtime with `isQueued` has one, and the visitor no
 * position before the server tells it.
 */
export function useWaitingRoom({ _id: showtimeId, isQueued }: Pick<Showtime, '_id' | 'isQueued'>) {
  const { data } = useQuery(waitingRoomQuery(showtimeId))
  return data ?? (isQueued && { ...NO_POSITION, showtimeId })
}

const NO_POSITION = {
  state: 'waiting',
  ahead: null,
  waitSeconds: null,
  opensAt: null,
  turnUntil: null,
  isMailed: false,
} as const

/** Follows the position of the visitor. Mount it before the showtime is joined. */
export function useWaitingRoomPushes(showtimeId: string) {
  const client = useQueryClient()
  useShowtimeEvent('waitingRoomChanged', showtimeId, (position) => storePosition(client, position))
}

/** Fetches the position if there was a waiting room before: a push may have been missed. */
export async function refetchWaitingRoom(client: QueryClient, showtimeId: string) {
  const query = waitingRoomQuery(showtimeId)
  const known = client.getQueryData(query.queryKey)
  if (known && known.state !== 'open') await client.prefetchQuery({ ...query, staleTime: 0 })
}

/** Whether a request for a place was refused because the visitor's turn has not come. The page then shows the queue. */
export function storeQueueRefusal(client: QueryClient, ack: Ack) {
  if (ack.ok || ack.code !== 'QUEUE' || !ack.position) return false
  storePosition(client, ack.position)
  return true
}

/** `isNew`: the visitor has taken this position just now. */
function storePosition(client: QueryClient, position: QueuePosition, { isNew = false } = {}) {
  const { queryKey } = waitingRoomQuery(position.showtimeId)
  client.setQueryData<WaitingRoom>(queryKey, (known) =>
    isNew ? position : nextRoom(known, position),
  )
}

/** What the page knows after the server has told a position. An answer that was on the way longer than a newer one makes no number grow. */
function nextRoom(known: WaitingRoom | undefined, position: QueuePosition): WaitingRoom {
  if (!mustWait(position) || !known) return position
  if (hasPosition(position)) {
    const isOlder =
      isNumber(known.ahead) && isNumber(position.ahead) && known.ahead < position.ahead
    return isOlder ? { ...position, ahead: known.ahead, waitSeconds: known.waitSeconds } : position
  }
  return { ...position, ended: known.ended ?? endReason(known) }
}

/** The clocks of the page and of the server may differ by so much. */
const CLOCK_TOLERANCE_MS = 2_000

function endReason(known: WaitingRoom): EndReason | undefined {
  if (hasPosition(known)) return 'elsewhere'
  if (known.state !== 'turn') return undefined
  if (known.turnUntil === null) return 'holdEnded'
  return Date.parse(known.turnUntil) - serverNow() > CLOCK_TOLERANCE_MS ? 'elsewhere' : 'noSeat'
}

export const mustWait = ({ state }: QueuePosition) => state === 'before' || state === 'waiting'

/** Before the opening only the answer of a request tells whether the visitor has a position. */
const hasPosition = ({ state, ahead }: QueuePosition) => state === 'waiting' && isNumber(ahead)

const isNumber = (value: number | null): value is number => value !== null

/** Takes a position, or gets the one that the visitor has: it may be repeated. */
export function useJoinWaitingRoom(showtimeId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => takePosition(showtimeId),
    retry: shouldRetry,
    onSuccess: (position) => storePosition(client, position, { isNew: true }),
  })
}

/** Gives the position up. It may be repeated. */
export function useLeaveWaitingRoom(showtimeId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call<typeof leaveWaitingRoom>(LEAVE, { params: { showtimeId } }),
    retry: shouldRetry,
    onSuccess: ({ position }) =>
      client.setQueryData<WaitingRoom>(waitingRoomQuery(showtimeId).queryKey, {
        ...position,
        ...(mustWait(position) && { ended: 'left' }),
      }),
  })
}

async function takePosition(showtimeId: string) {
  const send = async (proof?: Proof) => {
    const body = proof ? { proof } : {}
    const { position } = await call<typeof joinWaitingRoom>(JOIN, { params: { showtimeId }, body })
    return position
  }
  const answer = await withProof(
    (proof) => send(proof).catch(challengeAsAnswer),
    (result) => (result instanceof ApiError ? result.details.challenge : undefined),
  )
  if (answer instanceof ApiError) throw answer
  // A turn that is over ends a few seconds later. Until then the server knows no other position of the visitor.
  if (answer.state === 'waiting' && !hasPosition(answer)) throw NOT_YET
  return answer
}

const NOT_YET = new ApiError(503, 'UNAVAILABLE', 'Please try again in a moment.')

/** Other errors are thrown. */
function challengeAsAnswer(error: unknown) {
  if (error instanceof ApiError && error.details.challenge) return error
  throw error
}
