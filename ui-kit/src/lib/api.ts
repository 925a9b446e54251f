import {
  type CallInput,
  type Endpoint,
  fillPath,
  type MethodAndPath,
  type ResponseBody,
  SERVER_NOW_HEADER,
} from '@marquee/contract/calls/endpoint'
import type { ErrorCode, ErrorResponse } from '@marquee/contract/calls/errors'
import { syncServerClock } from './clock.ts'
import { type TimedResponse, timedFetch } from './timed-fetch.ts'

interface ApiErrorDetails
  extends Partial<
    Pick<
      ErrorResponse,
      'fields' | 'places' | 'totalCost' | 'bookingReference' | 'challenge' | 'position'
    >
  > {
  /** Undefined if the response has no message. Some pages then show their own default text. */
  serverMessage?: string | undefined
  /** How long the server asks to wait before the next attempt (`Retry-After`). */
  retryAfterMs?: number | undefined
}

/** A failed call. `message` is for visitors. `OFFLINE` (status 0) means that there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'OFFLINE'
  readonly details: ApiErrorDetails

  constructor(
    status: number,
    code: ErrorCode | 'OFFLINE',
    message: string,
    details: ApiErrorDetails = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

const OFFLINE_MESSAGE =
  'We cannot reach the cinema right now. Please check your connection and try again.'
export const DEFAULT_ERROR_MESSAGE = 'Something went wrong!'

// Module state: every call of the page waits for the same one.
let firstCall: Promise<unknown> | undefined

/** Sends no call that writes before `call` is answered. Its answer tells a new browser who it is; two calls without a cookie would be two visitors. */
export function sendWritesAfter(call: Promise<unknown>) {
  firstCall = call
}

/** What is not part of the contract. */
interface RequestOptions {
  query?: Record<string, string>
  headers?: Record<string, string>
  /** The response, if the request was sent before. */
  early?: Promise<TimedResponse> | undefined
}
interface RequestInput {
  params?: Record<string, string>
  /** Undefined values are left out. */
  querystring?: Record<string, string | undefined>
  headers?: Record<string, string>
  body?: unknown
  /** Sent as the body, with its own content type. */
  file?: File
}

/** Makes one call of the contract, with cookies. Throws an `ApiError` unless it succeeds. */
export async function call<E extends Endpoint>(
  endpoint: E | MethodAndPath<E>,
  input: CallInput<E>,
  signal?: AbortSignal,
  options?: RequestOptions,
) {
  const { body } = await callWithHeaders(endpoint, input, signal, options)
  return body
}

/** The same as `call`, and also returns the headers of the response. */
export async function callWithHeaders<E extends Endpoint>(
  endpoint: E | MethodAndPath<E>,
  input: CallInput<E>,
  signal?: AbortSignal,
  options: RequestOptions = {},
): Promise<{ body: ResponseBody<E>; headers: Headers }> {
  return request(endpoint, input as RequestInput, options, signal)
}

/** The same for a call whose body is a file. */
export const callWithFile = async <E extends Endpoint>(
  endpoint: E,
  file: File,
  params: Record<string, string> = {},
) => (await request(endpoint, { file, params })).body

async function request<E extends Endpoint>(
  endpoint: E | MethodAndPath<E>,
  input: RequestInput,
  options: RequestOptions = {},
  signal?: AbortSignal,
) {
  const response = await send(endpoint, input, options, signal)
  const body = await readJson(response)
  if (!response.ok || isFailure(body)) throw apiError(response, body)
  return { body: body as ResponseBody<E>, headers: response.headers }
}

async function send(
  { method, path }: MethodAndPath<Endpoint>,
  { params = {}, querystring = {}, headers, body, file }: RequestInput,
  options: RequestOptions,
  signal: AbortSignal | undefined,
) {
  const content = file ?? (body ? JSON.stringify(body) : undefined)
  const query = Object.entries({ ...querystring, ...options.query }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  if (method !== 'GET') await firstCall
  const request =
    options.early ??
    timedFetch(fillPath(path, params) + search, {
      method,
      credentials: 'include',
      headers: {
        ...(content ? { 'content-type': file ? file.type : 'application/json' } : {}),
        ...headers,
        ...options.headers,
      },
      ...(content ? { body: content } : {}),
      ...(signal ? { signal } : {}),
    })
  const { response, sentAt, receivedAt } = await request.catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'OFFLINE', OFFLINE_MESSAGE)
  })
  syncServerClock(
    Number(response.headers.get(SERVER_NOW_HEADER) ?? Number.NaN),
    receivedAt - sentAt,
    receivedAt,
  )
  return response
}

/** Undefined if the body is not JSON. A gateway may respond with HTML. */
const readJson = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

const isFailure = (body: unknown) =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === false

function apiError({ status, headers }: Response, body: unknown) {
  const { code, message, ...details } = (body ?? {}) as Partial<ErrorResponse>
  const retryAfter = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return new ApiError(status, code ?? 'INTERNAL', message || DEFAULT_ERROR_MESSAGE, {
    ...details,
    serverMessage: message || undefined,
    retryAfterMs: retryAfter > 0 ? retryAfter * 1_000 : undefined,
  })
}

/** The text to show for an error: the message of the server, or of any other error. Undefined if it has none. */
export function errorMessage(error: unknown) {
  if (error instanceof ApiError && error.code !== 'OFFLINE') return error.details.serverMessage
  return (error instanceof Error && error.message) || undefined
}

/** The server's reason for each refused field of the request, by its name. */
export const fieldErrors = (error: unknown): Readonly<Record<string, string | undefined>> =>
  (error instanceof ApiError && error.details.fields) || {}

/** The session was refused (401 or 403). */
export const isSessionRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)

/** Another attempt may succeed: the server cannot be reached, is busy or has failed. */
export const isTemporaryError = (error: unknown) =>
  error instanceof ApiError && ([0, 408, 429].includes(error.status) || error.status >= 500)

/** There was no response: the server cannot be reached. */
export const isOfflineError = (error: unknown) =>
  error instanceof ApiError && error.code === 'OFFLINE'
