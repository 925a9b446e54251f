import swagger from '@fastify/swagger'
import { User } from '@marquee/contract/accounts/accounts'
import { Notice } from '@marquee/contract/accounts/notices'
import { Booking, SlotVehicle } from '@marquee/contract/bookings/bookings'
import { WaitingEntry } from '@marquee/contract/bookings/waiting-list'
import { ErrorResponse } from '@marquee/contract/calls/errors'
import { Challenge, Proof } from '@marquee/contract/calls/proof-of-work'
import { SuccessResponse } from '@marquee/contract/calls/success-response'
import { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import { Movie } from '@marquee/contract/movies/movies'
import { Showtime } from '@marquee/contract/movies/showtimes'
import { ParkingSlot } from '@marquee/contract/parking'
import { Seat } from '@marquee/contract/seats/seats'
import Fastify from 'fastify'
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import packageJson from '../../package.json' with { type: 'json' }
import { type CookieSettings, cookieName } from '../http/cookies/cookies.ts'
import type { ApiCall, ApiDescription, CookiePurpose } from './api-description.ts'

const COOKIES: Readonly<Record<CookiePurpose, string>> = {
  holder: 'The visitor whose holds they are. Set by the first response.',
  access:
    'The session of a user, for 15 minutes. Set by a sign-in and renewed by `refreshSession`.',
  refresh: 'Renews the session, once. Set by a sign-in and by `refreshSession`.',
  office: 'The paired device. Set by `pairDevice`.',
}

/** The schemas that several calls share. The document has each of them once. */
const sharedSchemas = z.registry<{ id?: string | undefined }>()
for (const [id, schema] of Object.entries({
  User,
  Booking,
  SlotVehicle,
  CinemaDetails,
  Movie,
  Notice,
  ParkingSlot,
  Challenge,
  Proof,
  Seat,
  Showtime,
  SuccessResponse,
  WaitingEntry,
  Error: ErrorResponse,
}))
  sharedSchemas.add(schema, { id })

/** Keeps what a client can use: a response may get more fields, and `format` says what a pattern of an instant does. */
const zodToJsonConfig: NonNullable<
  Parameters<typeof createJsonSchemaTransform>[0]['zodToJsonConfig']
> = {
  override: ({ jsonSchema }) => {
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  },
}
const conversion = { schemaRegistry: sharedSchemas, zodToJsonConfig }

/** Creates the OpenAPI document of an API. The routes are those of an application that only describes them. */
export async function createDocument(
  { title, description, calls, cookies }: ApiDescription,
  cookieSettings: CookieSettings,
) {
  const securitySchemes = Object.fromEntries(
    cookies.map((purpose) => [
      purpose,
      {
        type: 'apiKey' as const,
        in: 'cookie',
        name: cookieName(cookieSettings, purpose),
        description: COOKIES[purpose],
      },
    ]),
  )
  const app = Fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, description, version: packageJson.version },
      servers: [{ url: '/' }],
      tags: Object.keys(calls).map((name) => ({ name })),
      components: { securitySchemes },
    },
    transform: createJsonSchemaTransform(conversion),
    transformObject: createJsonSchemaTransformObject(conversion),
  })
  for (const [noun, callsOfNoun] of Object.entries(calls))
    for (const [operationId, apiCall] of Object.entries(callsOfNoun)) {
      const { method, path } = apiCall.call
      const schema = { ...schemaOf(apiCall), operationId, tags: [noun] }
      app.route({ method, url: path, schema, handler: () => undefined })
    }
  await app.ready()
  return app.swagger()
}

const ERROR = {
  description: 'A refusal. `code` is for programs, `message` a sentence for people.',
  content: { 'application/json': { schema: ErrorResponse } },
}

function schemaOf({ call, summary, upload, ...rest }: ApiCall) {
  const { params, querystring, headers } = call
  const parts = { params, querystring, headers, body: upload ? z.file() : call.body }
  return {
    // Fastify warns about a part that is present without a schema.
    ...Object.fromEntries(Object.entries(parts).filter(([, schema]) => schema)),
    summary,
    ...(upload && { consumes: upload }),
    security: securityOf(rest),
    response: { ...successOf(call, rest), default: ERROR },
  }
}

/** The alternatives of cookies with which the call may be made. */
function securityOf({ needs, reads }: Pick<ApiCall, 'needs' | 'reads'>) {
  const required = needs ? { [needs]: [] } : {}
  return reads ? [{ ...required, [reads]: [] }, required] : [required]
}

function successOf(
  { response }: ApiCall['call'],
  { file, redirects }: Pick<ApiCall, 'file' | 'redirects'>,
) {
  if (redirects) return { 303: z.null().check(z.describe('The next page of the browser.')) }
  const content = file
    ? { [file]: { schema: z.file() } }
    : { 'application/json': { schema: response } }
  return { 200: { description: 'The result.', content } }
}
