import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats/seats'
import { formatTimeOfDay } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useEffect, useRef } from 'react'
import { siteSettings } from '#lib/site-settings.ts'
import type { SelectionState } from './selection/use-selection.ts'

interface Props {
  selection: Pick<
    SelectionState,
    'lost' | 'closed' | 'isHoldingSeats' | 'takeAgain' | 'dismissLosses'
  >
}

/** Says which places were lost when the hold ended, and offers to take them again, or the nearest equal seats. */
export function LossNotice({ selection }: Props) {
  const { lost, closed, isHoldingSeats, takeAgain, dismissLosses } = selection
  const notice = useRef<HTMLDivElement>(null)
  const isShown = lost !== undefined
  // It appears above the map, which a visitor may have scrolled.
  useEffect(() => {
    if (isShown) notice.current?.scrollIntoView({ block: 'center' })
  }, [isShown])

  if (!lost) return null
  const { offer } = lost
  const canTake = !closed && offer.seats.length + offer.slots.length > 0
  return (
    <div ref={notice} className="rounded border border-wait/50 px-5 py-4">
      <div role="status">
        <p className="title text-lg text-wait">What Happened</p>
        <p className="tabular text-ash">{lossText(lost)}</p>
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        {canTake && (
          <Button busy={isHoldingSeats} onClick={() => void takeAgain(lost)}>
            {offerText(lost)}
          </Button>
        )}
        <Button variant="secondary" onClick={dismissLosses}>
          OK
        </Button>
      </div>
    </div>
  )
}

type Lost = NonNullable<SelectionState['lost']>

/** "Your hold ended at 2:03:10 PM. You had chosen H6, H7. H7 is no longer free." */
function lossText({ endedAt, seats, slots, gone }: Lost) {
  const goneText = `${namesOf(gone)} ${gone.length === 1 ? 'is' : 'are'} no longer free.`
  return [
    endedAt !== undefined &&
      `Your hold ended at ${formatTimeOfDay(endedAt, siteSettings.timeZone)}.`,
    `You had chosen ${namesOf([...seats, ...slots])}.`,
    gone.length > 0 && goneText,
  ]
    .filter(Boolean)
    .join(' ')
}

function offerText({ seats, slots, gone, offer }: Lost) {
  if (gone.length > 0) return `Take ${namesOf([...offer.seats, ...offer.slots])}`
  return seats.length + slots.length === 1 ? 'Take It Again' : 'Take Them Again'
}

const namesOf = (places: readonly (Seat | ParkingSlot)[]) =>
  places.map((place) => ('seatNumber' in place ? place.seatNumber : place.slotNumber)).join(', ')
