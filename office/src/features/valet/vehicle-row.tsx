import { type Vehicle, VehicleState } from '@marquee/contract/office/valet'
import { slotTypeName } from '@marquee/contract/parking'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Select } from '@marquee/ui-kit/ui/field.tsx'
import { useTimeZone } from '#lib/device.queries.ts'
import { momentOf } from '#lib/format.ts'
import { NEXT_STEPS, STATE_NAMES } from './vehicle-states.ts'

const COLOURS: Record<VehicleState, string> = {
  expected: 'text-ash',
  arrived: 'text-wait',
  parked: 'text-ivory',
  called: 'text-danger',
  returned: 'text-good',
}

interface Props {
  vehicle: Vehicle
  onChange: (state: VehicleState) => void
}

/** A vehicle with the button for its next step. The list has the others, for mistakes. */
export function VehicleRow({ vehicle, onChange }: Props) {
  const timeZone = useTimeZone()
  const { slot, type, vehicleNumber, reference, state, since } = vehicle
  const next = NEXT_STEPS[state]
  return (
    <li
      data-state={state}
      className="panel grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 p-3 data-[state=called]:border-2 data-[state=called]:border-danger data-[state=returned]:bg-ink"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-lg font-semibold">{slot}</span>
          <span className="tabular text-lg">{vehicleNumber ?? 'No plate given'}</span>
        </p>
        <p className="text-sm text-ash">
          <span className={`font-semibold ${COLOURS[state]}`}>{STATE_NAMES[state]}</span>
          {since && ` since ${momentOf(since, timeZone)}`} · {slotTypeName(type)} ·{' '}
          <span className="whitespace-nowrap">{reference}</span>
        </p>
      </div>
      <div className="flex items-center gap-2 max-sm:col-span-2 max-sm:grid max-sm:grid-cols-2">
        <Select
          aria-label={`State of ${slot}`}
          value={state}
          onChange={({ target }) => onChange(VehicleState.parse(target.value))}
        >
          {VehicleState.options.map((option) => (
            <option key={option} value={option}>
              {STATE_NAMES[option]}
            </option>
          ))}
        </Select>
        {next && (
          <Button className="min-w-28" onClick={() => onChange(next.state)}>
            {next.text}
          </Button>
        )}
      </div>
    </li>
  )
}
