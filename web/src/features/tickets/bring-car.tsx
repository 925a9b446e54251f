import { BRING_CAR_MINUTES, type VehicleState } from '@marquee/contract/office/valet'
import { MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import Car from 'lucide-react/icons/car'
import { useBringCar, useVehicles } from './ticket.queries.ts'
import { showTimes, type Ticket } from './ticket.ts'

const CLOCK_MS = 10_000

const isHere = (state: VehicleState) => state === 'arrived' || state === 'parked'

/** From ten minutes before the end of the show until the vehicle is returned: asks the valet for it. */
export function BringCar({ userId, ticket }: { userId: string; ticket: Ticket }) {
  const now = useNow(CLOCK_MS)
  const { endsAt } = showTimes(ticket)
  const isCallable = ticket.slots.length > 0 && now >= endsAt - BRING_CAR_MINUTES * MINUTE_MS
  const { data } = useVehicles(userId, ticket.reference, isCallable)
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
