import type { StaffPlace } from '@marquee/contract/office/shows'
import { slotTypeName } from '@marquee/contract/parking'
import { useTimeZone } from '#lib/device.queries.ts'
import { placeAppearance, placeNote } from './place-state.ts'
import type { Selection } from './selection.ts'

interface Props {
  places: StaffPlace[]
  selection: Selection
  onToggle: (placeId: string) => void
}

/** The parking slots of a show. */
export function SlotGrid({ places, selection, onToggle }: Props) {
  const timeZone = useTimeZone()
  const slots = places.filter(({ kind }) => kind !== 'seat')
  if (slots.length === 0) return null
  const free = slots.filter(({ status }) => status === 'AVAILABLE').length
  return (
    <details className="panel">
      <summary className="min-h-11 px-4 py-2.5 font-semibold">
        Parking <span className="font-normal text-ash">· {free} free</span>
      </summary>
      <ul className="slot-grid p-4 pt-1">
        {slots.map((slot) => (
          <li key={slot._id} className="grid">
            <button
              type="button"
              data-place={slot._id}
              data-appearance={placeAppearance(slot, selection.has(slot._id))}
              aria-pressed={selection.has(slot._id)}
              aria-disabled={slot.status === 'HELD' || undefined}
              aria-label={`${slot.kind === 'seat' ? '' : slotTypeName(slot.kind)} slot ${slot.label}, ${slot.price} rupees, ${placeNote(slot, timeZone)}`}
              title={placeNote(slot, timeZone)}
              onClick={() => onToggle(slot._id)}
              className="slot"
            >
              {slot.label}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
