import type * as z from 'zod/mini'

/** One REST call. Paths use the router's notation: `/api/movies/:movieId`. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/api/${string}`
  readonly params?: z.ZodMiniObject
  readonly querystring?: z.ZodMiniObject
  readonly headers?: z.ZodMiniObject
  readonly body?: z.ZodMiniObject
  readonly response: z.ZodMiniType
}

/** The method and path of a call. */
export type MethodAndPath<E extends Endpoint> = Pick<E, 'method' | 'path'>

export type ResponseBody<E extends Endpoint> = z.output<E['response']>
type InputPart<
  E extends Endpoint,
  K extends 'params' | 'querystring' | 'headers' | 'body',
> = E[K] extends z.ZodMiniObject ? { [P in K]: z.input<E[K]> } : unknown

/** The input of a call: the parts that it declares. */
export type CallInput<E extends Endpoint> = InputPart<E, 'params'> &
  InputPart<E, 'querystring'> &
  InputPart<E, 'headers'> &
  InputPart<E, 'body'>

/** Returns the path of a call with the values of its parameters. */
export const fillPath = (path: string, params: Readonly<Record<string, string | undefined>>) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

export const endpoint = <const E extends Endpoint>(shape: E): E => shape

/** The header with the server's clock in epoch milliseconds. Countdowns do not use the device's clock. */
export const SERVER_NOW_HEADER = 'x-server-now'
