import {
  confirmEmail,
  deleteUser,
  forgotPassword,
  googleSignIn,
  refreshSession,
  requestConfirmation,
  resetPassword,
  signIn,
  signUp,
  updateUser,
} from '@marquee/contract/accounts/accounts'
import { googleCallback, startGoogleSignIn } from '@marquee/contract/accounts/google'
import { readAllNotices, readNotice } from '@marquee/contract/accounts/notices'
import { requestPhoneCode, verifyPhone } from '@marquee/contract/accounts/phone-verification'
import { uploadPicture } from '@marquee/contract/accounts/profile-picture'
import { endAllSessions, endSession } from '@marquee/contract/accounts/session-list'
import {
  cancelBooking,
  changeParking,
  changeSeats,
  changeVehicle,
} from '@marquee/contract/bookings/booking-changes'
import { createBooking } from '@marquee/contract/bookings/bookings'
import { checkVoucher } from '@marquee/contract/bookings/vouchers'
import {
  joinWaitingList,
  leaveWaitingList,
  openOffer,
} from '@marquee/contract/bookings/waiting-list'
import {
  joinWaitingRoom,
  leaveWaitingRoom,
  readWaitingRoom,
} from '@marquee/contract/bookings/waiting-room'
import type { Endpoint, MethodAndPath } from '@marquee/contract/calls/endpoint'
import { askQuestion, sendMessage } from '@marquee/contract/cinema/enquiries'
import { tellMe } from '@marquee/contract/movies/booking-alerts'
import { proposePairs } from '@marquee/contract/movies/programme'
import { findVoucher } from '@marquee/contract/office/counter/vouchers'
import { pairDevice } from '@marquee/contract/office/devices'
import { bringCar } from '@marquee/contract/office/valet'
import { replacePasses, TICKET_FILES } from '@marquee/contract/tickets/tickets'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Redis } from '../cluster/redis.ts'
import type { Config } from '../config/config.ts'
import { ipRateLimitKey } from './client-address.ts'
import { consume, createLimiter, createMemoryLimiter, limiterKey } from './limiter.ts'

const address = ({ ip }: FastifyRequest) => ipRateLimitKey(ip)
const userOrAddress = (request: FastifyRequest) => request.userId ?? address(request)

export interface CallLimit {
  call: MethodAndPath<Endpoint>
  perMinute: number
  keyOf: (request: FastifyRequest) => string
}

/** The limits of the site's calls. */
export const CALL_LIMITS: CallLimit[] = [
  { call: signIn, perMinute: 120, keyOf: address },
  { call: signUp, perMinute: 60, keyOf: address },
  { call: confirmEmail, perMinute: 60, keyOf: address },
  { call: requestConfirmation, perMinute: 20, keyOf: userOrAddress },
  { call: forgotPassword, perMinute: 20, keyOf: address },
  { call: resetPassword, perMinute: 20, keyOf: address },
  { call: googleSignIn, perMinute: 60, keyOf: address },
  { call: startGoogleSignIn, perMinute: 60, keyOf: address },
  { call: googleCallback, perMinute: 60, keyOf: address },
  { call: refreshSession, perMinute: 120, keyOf: address },
  { call: updateUser, perMinute: 20, keyOf: userOrAddress },
  { call: updateUser, perMinute: 120, keyOf: address },
  { call: deleteUser, perMinute: 20, keyOf: userOrAddress },
  { call: requestPhoneCode, perMinute: 20, keyOf: userOrAddress },
  { call: verifyPhone, perMinute: 20, keyOf: userOrAddress },
  { call: uploadPicture, perMinute: 10, keyOf: userOrAddress },
  { call: uploadPicture, perMinute: 60, keyOf: address },
  { call: endSession, perMinute: 60, keyOf: userOrAddress },
  { call: endAllSessions, perMinute: 20, keyOf: userOrAddress },
  { call: createBooking, perMinute: 60, keyOf: userOrAddress },
  { call: checkVoucher, perMinute: 20, keyOf: userOrAddress },
  { call: checkVoucher, perMinute: 60, keyOf: address },
  { call: cancelBooking, perMinute: 60, keyOf: userOrAddress },
  { call: changeSeats, perMinute: 60, keyOf: userOrAddress },
  { call: changeParking, perMinute: 60, keyOf: userOrAddress },
  { call: changeVehicle, perMinute: 60, keyOf: userOrAddress },
  { call: replacePasses, perMinute: 20, keyOf: userOrAddress },
  { call: { method: 'GET', path: TICKET_FILES.bookingPdf }, perMinute: 30, keyOf: userOrAddress },
  { call: bringCar, perMinute: 20, keyOf: userOrAddress },
  { call: proposePairs, perMinute: 120, keyOf: address },
  { call: tellMe, perMinute: 20, keyOf: userOrAddress },
  { call: joinWaitingList, perMinute: 20, keyOf: userOrAddress },
  { call: leaveWaitingList, perMinute: 60, keyOf: userOrAddress },
  { call: openOffer, perMinute: 60, keyOf: userOrAddress },
  { call: joinWaitingRoom, perMinute: 600, keyOf: address },
  { call: readWaitingRoom, perMinute: 1200, keyOf: address },
  { call: leaveWaitingRoom, perMinute: 600, keyOf: address },
  { call: readNotice, perMinute: 120, keyOf: userOrAddress },
  { call: readAllNotices, perMinute: 60, keyOf: userOrAddress },
  { call: askQuestion, perMinute: 10, keyOf: address },
  { call: sendMessage, perMinute: 10, keyOf: address },
]

/** The limits of the office's calls. */
export const OFFICE_CALL_LIMITS: CallLimit[] = [
  { call: pairDevice, perMinute: 10, keyOf: address },
  { call: findVoucher, perMinute: 60, keyOf: address },
]

/** Limits all requests of one address: files, pages, health checks and API calls. Throws RATE. */
export function registerRequestRateLimit(app: FastifyInstance, { limits }: Pick<Config, 'limits'>) {
  const allRequests = createMemoryLimiter('all requests', limits.requestsPerAddress)
  app.addHook('onRequest', async (request, reply) => {
    await consume(allRequests, address(request), reply)
  })
}

/** Limits the API calls of one address or user. Throws RATE. The README lists all limits. */
export function registerRateLimits(
  app: FastifyInstance,
  { limits }: Pick<Config, 'limits'>,
  { redis, callLimits }: { redis: Redis | undefined; callLimits: readonly CallLimit[] },
) {
  const allCalls = createMemoryLimiter('all calls', limits.callsPerAddress)
  const limitsOfCalls = callLimits.map(({ call, perMinute, keyOf }, index) => {
    const route = `${call.method} ${call.path}`
    return { route, keyOf, limiter: createLimiter(redis, `${route} ${index}`, perMinute) }
  })
  const limitsByRoute = Map.groupBy(limitsOfCalls, ({ route }) => route)

  // Runs before the body is parsed and before the database is asked.
  app.addHook('onRequest', async (request, reply) => {
    await consume(allCalls, address(request), reply)
  })

  // Runs after validation, because the key may be in the body.
  app.addHook('preHandler', async (request, reply) => {
    // Fastify runs the GET handler for HEAD.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = `${method} ${request.routeOptions.url}`
    for (const { limiter, keyOf } of limitsByRoute.get(route) ?? []) {
      await consume(limiter, limiterKey(keyOf(request)), reply)
    }
  })
}
