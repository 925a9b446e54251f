import type * as z from 'zod/mini'

/** One REST call, as both sides must know it. Paths are written in the router's notation: `/api/movies/:movieId`. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: `/api/${string}`
  readonly params?: z.ZodMiniObject
  readonly headers?: z.ZodMiniObject
  readonly body?: z.ZodMiniObject
  readonly answer: z.ZodMiniType
}

/** Where a call goes: all that a caller has to know while it runs. */
export type Address<E extends Endpoint> = Pick<E, 'method' | 'path'>

export type Answer<E extends Endpoint> = z.output<E['answer']>
type Part<
  E extends Endpoint,
  K extends 'params' | 'headers' | 'body',
> = E[K] extends z.ZodMiniObject ? { [P in K]: z.input<E[K]> } : unknown

/** What a caller has to give: exactly the parts the call declares. */
export type Call<E extends Endpoint> = Part<E, 'params'> & Part<E, 'headers'> & Part<E, 'body'>

export const endpoint = <const E extends Endpoint>(shape: E): E => shape

/** The header that carries the server's clock, in epoch milliseconds: countdowns never trust the device's own. */
export const SERVER_NOW_HEADER = 'x-server-now'
