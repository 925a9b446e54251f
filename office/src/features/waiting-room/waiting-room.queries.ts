import {
  endWaitingRoom,
  getWaitingRoom,
  setWaitingRoom,
} from '@marquee/contract/office/shows/waiting-rooms'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { showKeys } from '#lib/shows.queries.ts'

/** Nothing tells the office of visitors who wait. */
const REFETCH_MS = 5000

const roomKey = (showtimeId: string) => showKeys.detail(showtimeId, 'waiting-room')

export const useWaitingRoom = (showtimeId: string) =>
  useQuery({
    queryKey: roomKey(showtimeId),
    queryFn: ({ signal }) => call(getWaitingRoom, { params: { showtimeId } }, signal),
    refetchInterval: REFETCH_MS,
  })

export const useSetWaitingRoom = (showtimeId: string, onSet: () => void) =>
  useMutation({
    mutationFn: (opensAt: string) =>
      call(setWaitingRoom, { params: { showtimeId }, body: { opensAt } }),
    onSuccess: onSet,
    onSettled: () => queryClient.invalidateQueries({ queryKey: roomKey(showtimeId) }),
  })

export const useEndWaitingRoom = (showtimeId: string) =>
  useMutation({
    mutationFn: () => call(endWaitingRoom, { params: { showtimeId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: roomKey(showtimeId) }),
  })
