import type { refreshSession } from '@marquee/contract/accounts'
import {
  type Address,
  type Answer,
  type Call,
  type Endpoint,
  SERVER_NOW_HEADER,
} from '@marquee/contract/endpoint'
import type { ErrorAnswer, ErrorCode } from '@marquee/contract/errors'
import { REFRESH, SESSION_ENDED } from '@marquee/contract/session'
import { learnServerTime } from '#lib/clock.ts'

interface Details extends Partial<Pick<ErrorAnswer, 'places' | 'totalCost' | 'bookingReference'>> {
  /** The server's own sentence, where it gave one: some screens have other words for its absence. */
  said?: string | undefined
}

/** A call that did not succeed. `message` is for people; `OFFLINE` (status 0) means that no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'OFFLINE'
  readonly details: Details

  constructor(status: number, code: ErrorCode | 'OFFLINE', message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

const OFFLINE = 'We cannot reach the cinema just now. Please check your connection and try again.'
const NO_MESSAGE = 'Something went wrong!'

/** What only some calls need besides their contract. */
export interface Extras {
  query?: Record<string, string>
  headers?: Record<string, string>
}
interface Parts {
  params?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

/** Makes one call of the contract, cookies included. Throws an `ApiError` for everything but success. */
export async function call<E extends Endpoint>(
  endpoint: E | Address<E>,
  parts: Call<E>,
  signal?: AbortSignal,
) {
  const { answer } = await callForHeaders(endpoint, parts, signal)
  return answer
}

/** The same, for those who need the answer's headers too. */
export async function callForHeaders<E extends Endpoint>(
  endpoint: E | Address<E>,
  parts: Call<E>,
  signal?: AbortSignal,
  extras: Extras = {},
): Promise<{ answer: Answer<E>; headers: Headers }> {
  const response = await send(endpoint, parts as Parts, extras, signal)
  const answer = await bodyOf(response)
  if (!response.ok || isFailure(answer)) throw refusal(response.status, answer)
  return { answer: answer as Answer<E>, headers: response.headers }
}

async function send(
  { method, path }: Address<Endpoint>,
  { params = {}, headers, body }: Parts,
  extras: Extras,
  signal: AbortSignal | undefined,
) {
  const sentAt = performance.now()
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = extras.query ? `?${new URLSearchParams(extras.query)}` : ''
  const response = await fetch(url + search, {
    method,
    credentials: 'include',
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
      ...extras.headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'OFFLINE', OFFLINE)
  })
  learnServerTime(
    Number(response.headers.get(SERVER_NOW_HEADER) ?? Number.NaN),
    performance.now() - sentAt,
  )
  return response
}

/** A gateway between here and the cinema may answer in HTML: then there is nothing to read. */
const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

const isFailure = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === false

function refusal(status: number, answer: unknown) {
  const { code, message, ...details } = (answer ?? {}) as Partial<ErrorAnswer>
  return new ApiError(status, code ?? 'INTERNAL', message || NO_MESSAGE, {
    ...details,
    said: message || undefined,
  })
}

/** What the server said of a failure, or the failure itself where the server knows nothing of it; else nothing. */
export function sentenceOf(error: unknown) {
  if (error instanceof ApiError && error.code !== 'OFFLINE') return error.details.said
  return (error instanceof Error && error.message) || undefined
}

/** Whether an error says that the session, not the wish, was refused. */
export const isSessionRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)

let refreshing: Promise<unknown> | undefined

/** Renews the session; several callers at once share one call. Throws `SESSION_ENDED` when there is none to renew. */
export async function renewSession(userId: string) {
  refreshing ??= call<typeof refreshSession>(REFRESH, { body: { userId } }).finally(() => {
    refreshing = undefined
  })
  try {
    await refreshing
  } catch (error) {
    throw isSessionRefusal(error) ? new ApiError(error.status, error.code, SESSION_ENDED) : error
  }
}

/** A signed-in person's call: refused for its session, it is made once more after renewing that. */
export async function callAsUser<E extends Endpoint>(
  endpoint: E,
  parts: Call<E>,
  userId: string,
  signal?: AbortSignal,
) {
  try {
    return await call(endpoint, parts, signal)
  } catch (error) {
    if (!isSessionRefusal(error)) throw error
    await renewSession(userId)
    return call(endpoint, parts, signal)
  }
}
