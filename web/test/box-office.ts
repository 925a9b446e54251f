import type { ErrorCode } from '@marquee/contract/errors'
import { HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'

export type Reply = HttpResponse<JsonBodyType>

/** The server as one test file wants it; a call that nobody expected fails. */
export function openBoxOffice() {
  const boxOffice = setupServer()
  beforeAll(() => boxOffice.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => boxOffice.resetHandlers())
  afterAll(() => boxOffice.close())
  return boxOffice
}

/** A refusal in the one shape of all refusals. */
export const refuse = (statusCode: number, code: ErrorCode, message: string) =>
  HttpResponse.json(
    { success: false, statusCode, code, message, requestId: 'r' },
    { status: statusCode },
  )
