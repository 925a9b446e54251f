import type { Duplex } from 'node:stream'
import type { ErrorAnswer } from '@marquee/contract/errors'
import { errorForStatus } from './errors.ts'

const STATUSES: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** Answers what never became a request: no headers of one, too many of them, or none in time. */
export function handleClientError(error: Error & { code?: string }, line: Duplex) {
  if (!line.writable || error.code === 'ECONNRESET') {
    line.destroy()
    return
  }
  const [statusCode, reason] = STATUSES[error.code ?? ''] ?? [400, 'Bad Request']
  const { code, message } = errorForStatus(statusCode)
  const requestId = crypto.randomUUID()
  const body: ErrorAnswer = { success: false, statusCode, code, message, requestId }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${statusCode} ${reason}`,
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ]
  line.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
