import { readFile } from 'node:fs/promises'
import type { ErrorResponse } from '@marquee/contract/calls/errors'
import { createHttpClient } from '#test/support/http-client.ts'
import type { OperationLog } from './operation-log.ts'

export type Office = ReturnType<typeof openOffice>

/** Calls of the office with the secret of a node. */
export function openOffice(url: string, secretPath: string, log: Pick<OperationLog, 'violations'>) {
  const client = createHttpClient(url)

  /** Returns undefined if there is no answer: the node may be restarting. */
  async function request<Answer extends object>(
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer | ErrorResponse | undefined> {
    try {
      const authorization = `Bearer ${await readFile(secretPath, 'utf8')}`
      const all = { ...headers, authorization }
      const response = body ? await client.post(path, body, all) : await client.get(path, all)
      if (response.statusCode === 503) return undefined
      if (response.statusCode >= 500) {
        const detail = `${path} was answered with ${response.statusCode}: ${response.text}`
        log.violations.push({ rule: 'expected answers only', detail })
      }
      return response.json() as Answer | ErrorResponse
    } catch {
      return undefined
    }
  }

  /** Returns undefined also if the request is refused. */
  async function call<Answer extends object>(...args: Parameters<typeof request>) {
    const answer = await request<Answer>(...args)
    return answer && 'code' in answer ? undefined : answer
  }

  return { request, call }
}
