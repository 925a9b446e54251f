import type { Duplex } from 'node:stream'
import type { ErrorResponse } from '@marquee/contract/errors'
import { errorForStatus } from './errors.ts'

const STATUSES: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** Answers a connection that sends no valid HTTP request, too large headers, or no complete request in time. */
export function handleClientError(error: Error & { code?: string }, connection: Duplex) {
  if (!connection.writable || error.code === 'ECONNRESET') {
    connection.destroy()
    return
  }
  const [statusCode, reason] = STATUSES[error.code ?? ''] ?? [400, 'Bad Request']
  const { code, message } = errorForStatus(statusCode)
  const requestId = crypto.randomUUID()
  const body: ErrorResponse = { success: false, statusCode, code, message, requestId }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${statusCode} ${reason}`,
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ]
  connection.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
