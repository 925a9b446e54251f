import { call } from '@marquee/browser/api.ts'
import { queryClient } from '@marquee/browser/query-client.ts'
import type { CallInput } from '@marquee/contract/endpoint'
import {
  getScreenSeats,
  listSeatOutages,
  planOutage,
  putBackInService,
  type SeatOutage,
  takeOutOfService,
} from '@marquee/contract/office/seat-outages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { countOf } from '#lib/format.ts'
import { showKeys } from '#lib/shows.queries.ts'
import { notify } from '#ui/notify.ts'

export interface OutageOfScreen extends SeatOutage {
  screen: { _id: string; name: string }
}

const outagesKey = ['seat-outages']

/** All screens with their seats that are out of service. */
export const useSeatOutages = () =>
  useQuery({
    queryKey: [...outagesKey, 'list'],
    queryFn: ({ signal }) => call(listSeatOutages, {}, signal),
    staleTime: 0,
  })

/** The seats of a screen. */
export const useScreenSeats = (screenId: string) =>
  useQuery({
    queryKey: [...outagesKey, 'screen', screenId],
    queryFn: ({ signal }) => call(getScreenSeats, { params: { screenId } }, signal),
    staleTime: 0,
  })

/** What taking seats out of service would do. */
export const usePlanOutage = (screenId: string) =>
  useMutation({
    mutationFn: (seatIds: string[]) =>
      call(planOutage, { params: { screenId }, body: { seatIds } }),
  })

async function refetchAll() {
  await queryClient.invalidateQueries({ queryKey: outagesKey })
  await queryClient.invalidateQueries({ queryKey: showKeys.lists })
  await queryClient.invalidateQueries({ queryKey: showKeys.details })
}

export const useTakeOutOfService = (screenId: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (body: CallInput<typeof takeOutOfService>['body']) =>
      call(takeOutOfService, { params: { screenId }, body }),
    onSuccess: async ({ taken }) => {
      notify(`Out of service: ${countOf(taken, 'seat')}.`)
      onSuccess()
      await refetchAll()
    },
  })

export const usePutBackInService = (onSuccess: () => void) =>
  useMutation({
    mutationFn: ({ screenId, seatId, reason }: BackInService) =>
      call(putBackInService, { params: { screenId }, body: { seatIds: [seatId], reason } }),
    onSuccess: async (_, { seatNumber }) => {
      notify(`${seatNumber} is back in service.`)
      onSuccess()
      await refetchAll()
    },
  })

interface BackInService extends Pick<SeatOutage, 'seatId' | 'seatNumber'> {
  screenId: string
  reason: string
}
