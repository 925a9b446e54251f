import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import {
  listVehicles,
  setVehicleState,
  type Vehicle,
  type VehicleState,
} from '@marquee/contract/office/valet'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { serverTime } from '@marquee/ui-kit/lib/clock.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { showKeys } from '#lib/shows.queries.ts'
import { VEHICLE_STATE_NAMES } from './vehicle-states.ts'

/** Calls arrive by the socket; this is for the case that it is interrupted. */
const REFETCH_MS = 15_000

export const vehiclesQuery = (showtimeId: string) =>
  queryOptions({
    queryKey: showKeys.detail(showtimeId, 'vehicles'),
    queryFn: ({ signal }) => call(listVehicles, { params: { showtimeId } }, signal),
    refetchInterval: REFETCH_MS,
  })

interface StateChange {
  vehicle: Vehicle
  state: VehicleState
}

/** Shows the new state at once and offers to undo it. */
export function useSetVehicleState(showtimeId: string) {
  const { queryKey } = vehiclesQuery(showtimeId)
  const { mutate } = useMutation({
    mutationFn: ({ vehicle: { placeId }, state }: StateChange) =>
      call(setVehicleState, { params: { showtimeId, placeId }, body: { state } }),
    onMutate: ({ vehicle, state }) => {
      const isChanged = ({ placeId }: Vehicle) => placeId === vehicle.placeId
      const before = queryClient.getQueryData(queryKey)?.vehicles.find(isChanged)
      queryClient.setQueryData(
        queryKey,
        (last) => last && withVehicle(last, { ...vehicle, state, since: serverTime() }),
      )
      return before
    },
    onError: ({ message }, { vehicle }, before) => {
      // Without a network nothing is fetched that would correct the list.
      queryClient.setQueryData(queryKey, (last) => last && before && withVehicle(last, before))
      notify(`${vehicle.slot} is not changed. ${message}`)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })

  return (vehicle: Vehicle, state: VehicleState) =>
    mutate(
      { vehicle, state },
      {
        onSuccess: () =>
          notify(`${vehicle.slot}: ${VEHICLE_STATE_NAMES[state]}.`, {
            action: { name: 'Undo', run: () => mutate({ vehicle, state: vehicle.state }) },
          }),
      },
    )
}

const withVehicle = ({ vehicles }: ResponseBody<typeof listVehicles>, changed: Vehicle) => ({
  vehicles: vehicles.map((vehicle) => (vehicle.placeId === changed.placeId ? changed : vehicle)),
})
