import type { ErrorCode, ErrorResponse } from '@marquee/contract/calls/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isForeignKeyViolation, isTransientError } from '../database/error-kinds.ts'
import {
  AppError,
  invalidRequest,
  TOO_MANY_REQUESTS,
  UNEXPECTED_ERROR,
  unavailable,
} from '../errors.ts'
import { REQUEST_REFUSED } from '../platform/log.ts'
import { routeName } from './route-name.ts'

/** Sent with 429 and 503, unless the exact time is known. */
export const RETRY_AFTER_SECONDS = 2

/** Turns every thrown error into a response. Unexpected errors are logged and answered with 500. */
export function registerErrorHandler(app: FastifyInstance) {
  app.setErrorHandler<FastifyError | AppError>((thrown, request, reply) => {
    const error = toAppError(thrown)
    const route = routeName(request)
    if (error.statusCode === 503) {
      // Thousands of requests may be refused under load, so they are logged without their stack.
      request.log.warn({ reason: thrown.message, route }, REQUEST_REFUSED)
    } else if (error.statusCode >= 500) {
      request.log.error({ err: thrown, route }, 'request failed')
    }
    sendError(request, reply, error)
  })
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError) {
  const { statusCode, code, message, details } = error
  if (statusCode === 429 || statusCode === 503) {
    if (!reply.hasHeader('retry-after'))
      reply.header('retry-after', details.position?.waitSeconds ?? RETRY_AFTER_SECONDS)
  }
  reply.errorCode = code
  const body: ErrorResponse = {
    success: false,
    statusCode,
    code,
    message,
    requestId: request.id,
    ...details,
  }
  // Requests that fail before routing run no hooks, so these headers are set here too.
  reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
  reply.code(statusCode).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

const BY_STATUS: Record<number, [ErrorCode, string]> = {
  404: ['NOT_FOUND', 'Not found.'],
  408: ['TIMEOUT', 'The request took too long. Please try again.'],
  413: ['TOO_LARGE', 'That request is too large.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.'],
  429: ['RATE', TOO_MANY_REQUESTS],
}

/** Returns the error a client may see for anything thrown. */
export function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  // With a status code, the error is about the client's connection, not the database's.
  if (error.statusCode === undefined && isTransientError(error)) return unavailable()
  // A row was deleted in the meantime. The next attempt finds that out first.
  if (isForeignKeyViolation(error)) return unavailable()
  return errorForStatus(error.statusCode ?? 500)
}

export function errorForStatus(status: number): AppError {
  const known = BY_STATUS[status]
  if (known) return new AppError(status, ...known)
  if (status >= 400 && status < 500) {
    return new AppError(status, 'INVALID', invalidRequest().message)
  }
  return new AppError(500, 'INTERNAL', UNEXPECTED_ERROR)
}
