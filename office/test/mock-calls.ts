import { vi } from 'vitest'

interface SentCall {
  path: string
  body: unknown
  /** The idempotency key. */
  key?: string
}

type Answer = object | (() => Response | Promise<Response>)

/** Answers each call by the end of its path, the first that fits. Returns the calls that send a body, in their order. */
export function mockCalls(answers: readonly (readonly [pathEnd: string, Answer])[]) {
  const sent: SentCall[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname: path } = new URL(String(input), 'http://localhost')
    const key = new Headers(init?.headers).get('idempotency-key')
    if (init?.method !== undefined && init.method !== 'GET')
      sent.push({ path, body: readBody(init.body), ...(key !== null && { key }) })
    const answer = answers.find(([end]) => path.endsWith(end))?.[1]
    return typeof answer === 'function' ? answer() : Response.json(answer)
  })
  return sent
}

/** Files stay as they are. */
const readBody = (body: unknown): unknown =>
  body instanceof Blob ? body : JSON.parse(String(body ?? null))

/** A refusal of the server. */
export const refusal = (code: string, message: string, status = 409) =>
  Response.json({ success: false, statusCode: status, code, message }, { status })
