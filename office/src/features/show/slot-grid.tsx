import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import { SlotType, slotPrice, slotTypeName } from '@marquee/contract/parking'
import { formatRupees } from '@marquee/contract/text/money'
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
      {SlotType.options.map((type) => {
        const ofType = slots.filter(({ kind }) => kind === type)
        if (ofType.length === 0) return null
        return (
          <section key={type} aria-label={slotTypeName(type)} className="px-4 pb-4">
            <h3 className="mb-1.5 text-sm font-medium">
              {slotTypeName(type)} <span className="text-ash">{formatRupees(slotPrice(type))}</span>
            </h3>
            <ul className="slot-grid">
              {ofType.map((slot) => (
                <li key={slot._id} className="grid">
                  <button
                    type="button"
                    data-place={slot._id}
                    data-appearance={placeAppearance(slot, selection.has(slot._id))}
                    aria-pressed={selection.has(slot._id)}
                    aria-disabled={slot.status === 'HELD' || undefined}
                    aria-label={`${slotTypeName(type)} slot ${slot.label}, ${slot.price} rupees, ${placeNote(slot, timeZone)}`}
                    title={placeNote(slot, timeZone)}
                    onClick={() => onToggle(slot._id)}
                    className="slot"
                  >
                    {slot.label}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </details>
  )
}
