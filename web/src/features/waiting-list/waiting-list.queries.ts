import {
  joinWaitingList,
  leaveWaitingList,
  listWaitingEntries,
  openOffer,
  type WaitingEntry,
  type WaitingRequest,
} from '@marquee/contract/bookings/waiting-list'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callAsUser } from '#lib/api/api.ts'
import { useAccountEvents } from '#lib/socket/use-account-events.ts'

const waitingKey = (userId: string) => ['waiting-list', userId] as const

/** The account's own entries: fetched again when they change, and when the window gets the focus. */
export function useWaitingEntries(userId: string) {
  useAccountEvents(waitingKey(userId))
  return useQuery({
    queryKey: waitingKey(userId),
    queryFn: async ({ signal }) =>
      (await callAsUser(listWaitingEntries, {}, userId, signal)).entries,
    enabled: userId !== '',
    staleTime: 0,
  })
}

interface Mutation<Input, Result> {
  mutationFn: (input: Input) => Promise<Result>
  /** Called before the entries are fetched again. */
  onSuccess: (result: Result, input: Input) => unknown
}

function useWaitingListMutation<Input, Result>(userId: string, mutation: Mutation<Input, Result>) {
  const client = useQueryClient()
  return useMutation({
    ...mutation,
    onSettled: () => client.invalidateQueries({ queryKey: waitingKey(userId) }),
  })
}

export const useJoin = (userId: string, onSuccess: () => void) =>
  useWaitingListMutation(userId, {
    mutationFn: (body: WaitingRequest) => callAsUser(joinWaitingList, { body }, userId),
    onSuccess,
  })

export const useLeave = (userId: string, onLeft: (entry: WaitingEntry) => void) =>
  useWaitingListMutation(userId, {
    mutationFn: ({ _id }: WaitingEntry) =>
      callAsUser(leaveWaitingList, { params: { entryId: _id } }, userId),
    onSuccess: (_, entry) => onLeft(entry),
  })

export const useOpenOffer = (userId: string, onSuccess: () => Promise<void>) =>
  useWaitingListMutation(userId, {
    mutationFn: (entryId: string) => callAsUser(openOffer, { params: { entryId } }, userId),
    onSuccess,
  })
