import type { CallInput } from '@marquee/contract/endpoint'
import {
  joinWaitingList,
  leaveWaitingList,
  listWaitingEntries,
  openOffer,
} from '@marquee/contract/waiting-list'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callAsUser } from '#lib/api.ts'
import { useAccountEvents } from '#lib/use-account-events.ts'

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

export type JoinRequest = CallInput<typeof joinWaitingList>['body']

function useChange<Input, Result>(userId: string, mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: waitingKey(userId) }),
  })
}

export const useJoin = (userId: string) =>
  useChange(userId, (body: JoinRequest) => callAsUser(joinWaitingList, { body }, userId))

export const useLeave = (userId: string) =>
  useChange(userId, (entryId: string) =>
    callAsUser(leaveWaitingList, { params: { entryId } }, userId),
  )

export const useOpenOffer = (userId: string) =>
  useChange(userId, (entryId: string) => callAsUser(openOffer, { params: { entryId } }, userId))
