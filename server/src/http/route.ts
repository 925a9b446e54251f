import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Endpoint, SERVER_NOW_HEADER } from '@marquee/contract/endpoint'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  onRequestHookHandler,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

/** The application as routes see it: what the contract says is what the handler gets. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

type SchemaOf<E extends Endpoint> = Omit<E, 'method' | 'path' | 'answer'> & {
  response: { 200: E['answer'] }
}

/** A call of the contract as Fastify wants it: `app.route({ ...route(listSeats), handler })`. */
export function route<E extends Endpoint>({ method, path, answer, ...parts }: E) {
  return {
    method: method as E['method'],
    url: path,
    schema: { ...parts, response: { 200: answer } } as unknown as SchemaOf<E>,
  }
}

/** Every answer of the interface tells the server's clock. */
export const sendServerTime =
  (now: () => number): onRequestHookHandler =>
  (_, reply, done) => {
    reply.header(SERVER_NOW_HEADER, now())
    done()
  }
