import { BOOKING_PASS } from '@marquee/contract/tickets/tickets'
import type { BookingPass } from '#features/tickets/ticket.ts'

interface Props {
  passes: BookingPass[]
  /** The number of the pass that is shown. */
  selected: number
  onSelect: (number: number) => void
}

/** Chooses the pass of the whole party or of one seat. */
export function PassPicker({ passes, selected, onSelect }: Props) {
  return (
    <fieldset className="print:hidden">
      <legend className="mb-2 text-sm text-ash">
        Someone coming later? Show or share one seat.
      </legend>
      <div className="flex flex-wrap gap-2">
        {passes.map(({ number, label }) => (
          <button
            key={number}
            type="button"
            aria-pressed={number === selected}
            onClick={() => onSelect(number)}
            className="tabular min-h-11 min-w-14 rounded border border-brass/50 px-3 font-semibold text-brass transition-colors hover:border-brass-bright hover:text-brass-bright aria-pressed:border-brass aria-pressed:bg-brass aria-pressed:text-ink"
          >
            {number === BOOKING_PASS ? 'Everyone' : label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
