import {
  closeShift,
  listOwnShifts,
  listShifts,
  openShift,
} from '@marquee/contract/office/counter/shifts'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery } from '@tanstack/react-query'

const shiftsKey = ['shifts']
const REFETCH_MS = 10_000

/** The open shift of this device, and its last ones. */
export const useOwnShifts = () =>
  useQuery({
    queryKey: [...shiftsKey, 'own'],
    queryFn: ({ signal }) => call(listOwnShifts, {}, signal),
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  })

/** Those of all devices. */
export const useAllShifts = (enabled: boolean) =>
  useQuery({
    queryKey: [...shiftsKey, 'all'],
    queryFn: ({ signal }) => call(listShifts, {}, signal),
    staleTime: 0,
    enabled,
  })

const refetchShifts = () => queryClient.invalidateQueries({ queryKey: shiftsKey })

export const useOpenShift = () =>
  useMutation({
    mutationFn: (openingFloat: number) => call(openShift, { body: { openingFloat } }),
    onSettled: refetchShifts,
  })

export const useCloseShift = (shiftId: string) =>
  useMutation({
    mutationFn: ({ counted, note }: { counted: number; note: string }) =>
      call(closeShift, { body: { shiftId, counted, ...(note.trim() && { note }) } }),
    onSuccess: () => notify('The shift is signed off.'),
    onSettled: refetchShifts,
  })
