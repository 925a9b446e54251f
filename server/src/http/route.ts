import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Endpoint, SERVER_NOW_HEADER } from '@marquee/contract/calls/endpoint'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  onRequestHookHandler,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

/** The application with handlers typed by the schemas of the contract. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

type SchemaOf<E extends Endpoint> = Omit<E, 'method' | 'path' | 'response'> & {
  response: { 200: E['response'] }
}

/** Converts an endpoint of the contract to Fastify route options: `app.route({ ...route(listSeats), handler })`. */
export function route<E extends Endpoint>({ method, path, response, ...parts }: E) {
  return {
    method: method as E['method'],
    url: path,
    schema: { ...parts, response: { 200: response } } as unknown as SchemaOf<E>,
  }
}

/** Sends the server's clock with every API response. */
export const sendServerTime =
  (now: () => number): onRequestHookHandler =>
  (_, reply, done) => {
    reply.header(SERVER_NOW_HEADER, now())
    done()
  }
