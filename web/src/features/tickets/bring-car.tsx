import {
  BRING_CAR_MINUTES,
  bringCar,
  listOwnVehicles,
  type VehicleState,
} from '@marquee/contract/office/valet'
import { MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Car from 'lucide-react/icons/car'
import { callAsUser } from '#lib/api/api.ts'
import { showTimes, type Ticket } from './ticket.ts'

const CLOCK_MS = 10_000

const isHere = (state: VehicleState) => state === 'arrived' || state === 'parked'

/** From ten minutes before the end of the show until the vehicle is returned: asks the valet for it. */
export function BringCar({ userId, ticket }: { userId: string; ticket: Ticket }) {
  const now = useNow(CLOCK_MS)
  const { endsAt } = showTimes(ticket)
  const isCallable = ticket.slots.length > 0 && now >= endsAt - BRING_CAR_MINUTES * MINUTE_MS
  const { data } = useOwnVehicles(userId, ticket.reference, isCallable)
  const bring = useBringCar(userId, ticket.reference)

  if (!isCallable || !data) return null
  const states = data.vehicles.map(({ state }) => state)
  if (states.includes('called')) {
    return (
      <p role="status" className="flex items-center gap-3 text-brass print:hidden">
        <Car aria-hidden="true" className="size-5 shrink-0" />
        <span>We are bringing your vehicle to the entrance.</span>
      </p>
    )
  }
  if (!states.some(isHere)) return null
  return (
    <Button busy={bring.isPending} className="print:hidden" onClick={() => bring.mutate()}>
      <Car aria-hidden="true" className="size-5" />
      <span>Bring my car</span>
    </Button>
  )
}

/** How often an open ticket asks whether the vehicle comes. */
const INTERVAL_MS = 15_000

const vehiclesKey = (userId: string, reference: string) => ['vehicles', userId, reference]

/** The vehicles of a booking. Not asked before the visitor can call them. */
const useOwnVehicles = (userId: string, reference: string, isCallable: boolean) =>
  useQuery({
    queryKey: vehiclesKey(userId, reference),
    queryFn: ({ signal }) => callAsUser(listOwnVehicles, { params: { reference } }, userId, signal),
    enabled: isCallable,
    refetchInterval: INTERVAL_MS,
    staleTime: 0,
  })

function useBringCar(userId: string, reference: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => callAsUser(bringCar, { params: { reference } }, userId),
    onSuccess: (vehicles) => queryClient.setQueryData(vehiclesKey(userId, reference), vehicles),
    onError: ({ message }) => notify(message),
  })
}
