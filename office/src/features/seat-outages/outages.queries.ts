import type { CallInput } from '@marquee/contract/calls/endpoint'
import {
  getScreenSeats,
  listSeatOutages,
  planOutage,
  putBackInService,
  type SeatOutage,
  takeOutOfService,
} from '@marquee/contract/office/shows/seat-outages'
import { countOf } from '@marquee/contract/text/count'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { refetchShows } from '#lib/shows.queries.ts'

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
export const fetchOutagePlan = (screenId: string, seatIds: string[]) =>
  call(planOutage, { params: { screenId }, body: { seatIds } })

async function refetchOutagesAndShows() {
  await queryClient.invalidateQueries({ queryKey: outagesKey })
  await refetchShows()
}

export const useTakeOutOfService = (screenId: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (body: CallInput<typeof takeOutOfService>['body']) =>
      call(takeOutOfService, { params: { screenId }, body }),
    onSuccess: async ({ taken }) => {
      // None: the answer to an earlier attempt was lost.
      notify(
        taken === 0
          ? 'These seats are already out of service.'
          : `Out of service: ${countOf(taken, 'seat')}.`,
      )
      onSuccess()
      await refetchOutagesAndShows()
    },
  })

export const usePutBackInService = (onSuccess: () => void) =>
  useMutation({
    mutationFn: ({ screenId, seatId, reason }: BackInService) =>
      call(putBackInService, { params: { screenId }, body: { seatIds: [seatId], reason } }),
    onSuccess: async (_, { seatNumber }) => {
      notify(`${seatNumber} is back in service.`)
      onSuccess()
      await refetchOutagesAndShows()
    },
  })

interface BackInService extends Pick<SeatOutage, 'seatId' | 'seatNumber'> {
  screenId: string
  reason: string
}
