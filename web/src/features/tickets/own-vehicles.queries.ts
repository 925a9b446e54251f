import { bringCar, listOwnVehicles } from '@marquee/contract/office/valet'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callAsUser } from '#lib/api/api.ts'

/** How often an open ticket asks whether the vehicle comes. */
const INTERVAL_MS = 15_000

const vehiclesKey = (userId: string, reference: string) => ['vehicles', userId, reference]

/** The vehicles of a booking. Not asked before the visitor can call them. */
export const useOwnVehicles = (userId: string, reference: string, isCallable: boolean) =>
  useQuery({
    queryKey: vehiclesKey(userId, reference),
    queryFn: ({ signal }) => callAsUser(listOwnVehicles, { params: { reference } }, userId, signal),
    enabled: isCallable,
    refetchInterval: INTERVAL_MS,
    staleTime: 0,
  })

export function useBringCar(userId: string, reference: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => callAsUser(bringCar, { params: { reference } }, userId),
    onSuccess: (vehicles) => queryClient.setQueryData(vehiclesKey(userId, reference), vehicles),
    onError: ({ message }) => notify(message),
  })
}
