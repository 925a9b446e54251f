import { callWithHeaders } from '@marquee/browser/api.ts'
import type { CallInput, ResponseBody } from '@marquee/contract/endpoint'
import type { OfficeEndpoint } from '@marquee/contract/office/office-endpoint'

type Query = Record<string, string | undefined>

/** Makes one call of the office. Parameters of the query that are undefined are left out. */
export async function call<E extends OfficeEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<ResponseBody<E>> {
  const { querystring = {} } = input as { querystring?: Query }
  const query = Object.entries(querystring).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const options = query.length > 0 ? { query: Object.fromEntries(query) } : {}
  const { body } = await callWithHeaders(endpoint, input, signal, options)
  return body
}
