import type { ErrorAnswer, ErrorCode } from '@marquee/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isTransientError } from '../database/error-kinds.ts'
import { AppError } from '../errors.ts'

const RETRY_AFTER_SECONDS = 2

/** The one place where something thrown becomes an answer; only what people may know leaves the server. */
export function registerErrorHandler(app: FastifyInstance) {
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    const refusal = toAppError(error)
    if (refusal.statusCode >= 500) request.log.error({ err: error }, 'request failed')
    sendError(request, reply, refusal)
  })
}

export function sendError(request: FastifyRequest, reply: FastifyReply, refusal: AppError) {
  const { statusCode, code, message, details } = refusal
  if (statusCode === 429 || statusCode === 503) {
    if (!reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_SECONDS)
  }
  reply.refusal = code
  const body: ErrorAnswer = {
    success: false,
    statusCode,
    code,
    message,
    requestId: request.id,
    ...details,
  }
  // What never became a call has passed no hook that would say so. A newcomer's cookie may be beside it: nobody else's.
  reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
  reply.code(statusCode).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

const BY_STATUS: Record<number, [ErrorCode, string]> = {
  404: ['NOT_FOUND', 'There is nothing here.'],
  408: ['TIMEOUT', 'The request took too long. Please try again.'],
  413: ['TOO_LARGE', 'That is more than we can take.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.'],
  429: ['RATE', 'That was too fast. Please wait a moment and try again.'],
}

/** What a caller may know of anything thrown. */
export function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error))
    return new AppError(400, 'INVALID', validationMessage(error))
  // A status says that it was the caller's line that broke, not the one to the database.
  if (error.statusCode === undefined && isTransientError(error)) {
    return new AppError(503, 'UNAVAILABLE', 'We are busy right now. Please try again in a moment.')
  }
  return errorForStatus(error.statusCode ?? 500)
}

export function errorForStatus(status: number): AppError {
  const known = BY_STATUS[status]
  if (known) return new AppError(status, ...known)
  if (status >= 400 && status < 500) {
    return new AppError(status, 'INVALID', 'That request could not be read.')
  }
  return new AppError(500, 'INTERNAL', 'Something went wrong on our side. Please try again.')
}

/** The contract's own sentence where it has one, else which field was wrong and how. */
function validationMessage({
  validation,
}: {
  validation: { instancePath: string; message?: string }[]
}) {
  const [first] = validation
  const field = first?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  const message = first?.message ?? 'is not valid'
  return message.startsWith('Please') || field === '' ? message : `${field}: ${message}`
}
