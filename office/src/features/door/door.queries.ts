import type { CallInput, ResponseBody } from '@marquee/contract/calls/endpoint'
import { admitPass, getDoorList, undoAdmission } from '@marquee/contract/office/door/admissions'
import { listShows } from '@marquee/contract/office/shows/shows'
import { call, isOfflineError } from '@marquee/ui-kit/lib/api.ts'
import { queryOptions } from '@tanstack/react-query'
import { readStored, writeStored } from '#features/door/offline/device-database.ts'
import { continueAfter, deviceTime, type FetchedList } from '#features/door/offline/door-list.ts'
import { LIST_REFETCH_MS, showKeys } from '#lib/shows.queries.ts'

const DOOR_LIST_REFETCH_MS = 20_000

/** Fetches, and stores the answer on this device. Returns the stored answer without a network. */
async function fetchOrRead<T>(key: string, request: () => Promise<T>): Promise<T> {
  try {
    const answer = await request()
    await writeStored(key, answer).catch(() => undefined)
    return answer
  } catch (error) {
    const stored = isOfflineError(error) ? await readStored<T>(key) : undefined
    if (stored === undefined) throw error
    return stored
  }
}

/** The shows of today, also without a network. */
export const doorShowsQuery = queryOptions({
  queryKey: showKeys.list('door'),
  queryFn: ({ signal }) => fetchOrRead('shows', () => call(listShows, { querystring: {} }, signal)),
  refetchInterval: LIST_REFETCH_MS,
})

export const doorListQuery = (showtimeId: string) =>
  queryOptions({
    queryKey: showKeys.detail(showtimeId, 'door'),
    queryFn: async ({ signal }): Promise<FetchedList> => {
      const fetchedAt = deviceTime()
      // Earlier versions stored lists without the numbers of the passes under another key.
      const fetched = await fetchOrRead(`door list ${showtimeId}`, async () => ({
        list: await call(getDoorList, { params: { showtimeId } }, signal),
        fetchedAt,
      }))
      continueAfter(fetched.fetchedAt)
      return fetched
    },
    refetchInterval: DOOR_LIST_REFETCH_MS,
    retry: false,
  })

export type ServerAnswer = ResponseBody<typeof admitPass>

export const sendScan = (body: CallInput<typeof admitPass>['body'], signal?: AbortSignal) =>
  call(admitPass, { body }, signal)

export const sendUndo = ({ scanId, undoneAt }: { scanId: string; undoneAt: string }) =>
  call(undoAdmission, { params: { scanId }, body: { undoneAt } })
