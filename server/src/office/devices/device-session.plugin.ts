import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isAllowed, type OfficeEndpoint } from '@marquee/contract/office/office-endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { OfficeConfig } from '#src/config/config.ts'
import type { Context } from '#src/context.ts'
import { AppError, forbidden, unauthenticated } from '#src/errors.ts'
import {
  type CookieSettings,
  cookieFlags,
  cookieName,
  MAX_COOKIE_SECONDS,
  readCookie,
} from '#src/http/cookies/cookies.ts'
import { route } from '#src/http/route.ts'
import { COMMAND_LINE, type CurrentDevice, findDevice, recordSeen } from './devices.service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The paired device of the request; null without one. */
    device: CurrentDevice | null
  }
  interface FastifyInstance {
    deviceSessions: DeviceSessions
  }
}

const NOT_PAIRED = 'This device is not paired with the office. Please ask a manager for a link.'

export type DeviceSessions = ReturnType<typeof createDeviceSessions>

interface DeviceSessionOptions {
  settings: CookieSettings & Pick<OfficeConfig, 'lockMs'>
  /** Whether an Authorization header has the secret of the command line. */
  isCommandLine: (authorization: string) => boolean
}

/** Finds the paired device of HTTP requests and socket handshakes. Asks the database each time, so that a revoked device loses its access at once. */
export function createDeviceSessions(
  ctx: Context,
  { settings, isCommandLine }: DeviceSessionOptions,
) {
  const name = cookieName(settings, 'office')
  const flags = { ...cookieFlags(settings.secure), sameSite: 'strict' } as const

  async function find(request: IncomingMessage): Promise<CurrentDevice | null> {
    const { headers } = request
    if (headers.authorization !== undefined) {
      const isOwn = isLoopback(request) && isCommandLine(headers.authorization)
      return isOwn ? COMMAND_LINE : null
    }
    const secret = readCookie(headers, name)
    return secret ? findDevice(ctx, secret, settings) : null
  }

  return {
    find,
    set: (reply: FastifyReply, secret: string) =>
      reply.setCookie(name, secret, { ...flags, maxAge: MAX_COOKIE_SECONDS }),
    /** Sends the cookie of a request again, so that it lasts: a device that is used gets a new one when it loads the app. */
    renew: (headers: IncomingHttpHeaders, reply: FastifyReply) => {
      const secret = readCookie(headers, name)
      if (secret) reply.setCookie(name, secret, { ...flags, maxAge: MAX_COOKIE_SECONDS })
    },
    clear: (reply: FastifyReply) => reply.clearCookie(name, flags),
  }
}

/** The command line runs on the machine of the server. */
function isLoopback({ socket: { remoteAddress } }: IncomingMessage) {
  if (remoteAddress === undefined || !ipaddr.isValid(remoteAddress)) return false
  return ipaddr.process(remoteAddress).range() === 'loopback'
}

/** Sets `device` on every request. */
export function registerDeviceSessions(
  app: FastifyInstance,
  ctx: Context,
  deviceSessions: DeviceSessions,
) {
  app.decorate('deviceSessions', deviceSessions)
  app.decorateRequest('device', null)
  app.addHook('onRequest', async (request) => {
    request.device = await deviceSessions.find(request.raw)
    if (request.device) await recordSeen(ctx, request.device)
  })
}

/**
 * Route options for a call of the office. Refuses devices and people whose scopes do not allow it before the body is read: UNAUTHENTICATED,
 * FORBIDDEN, and LOCKED while a person must enter a PIN first.
 */
export function officeRoute<E extends OfficeEndpoint>(endpoint: E) {
  const checkScope: onRequestHookHandler = ({ device }, _, done) => {
    if (!isAllowed(device?.scope ?? null, endpoint)) {
      throw device ? forbidden() : unauthenticated(NOT_PAIRED)
    }
    if (device?.isLocked && !endpoint.worksLocked) throw locked()
    if (device?.person && !device.person.scopes.some((scope) => isAllowed(scope, endpoint)))
      throw forbidden(`${device.person.name} may not do this. Another person can enter their PIN.`)
    done()
  }
  return { ...route(endpoint), onRequest: checkScope }
}

/** The device of a request that needs one. Throws UNAUTHENTICATED. */
export function requireDevice({ device }: Pick<FastifyRequest, 'device'>) {
  if (device === null) throw unauthenticated(NOT_PAIRED)
  return device
}

/** A person must enter a PIN at the device first. */
const locked = () =>
  new AppError(403, 'LOCKED', 'This device is locked. Please choose your name and enter your PIN.')
