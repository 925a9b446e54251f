import { placeName, takenText } from '@marquee/contract/office/shows/place-names'
import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import { ACCESS_NAMES } from '@marquee/contract/seats/access-texts'
import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useTimeZone } from '#lib/device.queries.ts'
import { Key } from '#ui/key.tsx'
import { placeNote } from './place-state.ts'

interface Props {
  places: StaffPlace[]
  /** Chosen places that another device or visitor has taken since. */
  lost: StaffPlace[]
  maySell: boolean
  isUnblocking: boolean
  onSell: () => void
  onBlock: () => void
  onUnblock: () => void
  onClear: () => void
}

/** The chosen places and what can be done with them. */
export function SelectionSummary(props: Props) {
  const { places, lost, maySell, isUnblocking, onSell, onBlock, onUnblock, onClear } = props
  const timeZone = useTimeZone()
  const isBlocked = places[0]?.status === 'BLOCKED'
  const total = places.reduce((sum, { price }) => sum + price, 0)
  return (
    <section aria-label="Chosen places" className="grid gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="font-semibold" aria-live="polite">
          {countOf(places.length, 'place')} chosen
        </h2>
        <span className="tabular text-lg font-semibold">{formatRupees(total)}</span>
      </div>
      <ul className="max-h-52 overflow-y-auto">
        {places.map((place) => (
          <li
            key={place._id}
            className="flex justify-between gap-4 border-t border-rule py-1.5 text-sm"
          >
            <span>
              <span className="font-semibold">{placeName(place)}</span>{' '}
              <span className="text-ash">
                {place.category ?? 'Parking'}
                {place.accessible && `, ${ACCESS_NAMES[place.accessible]}`}
              </span>
            </span>
            <span className="tabular text-end text-ash">
              {isBlocked ? placeNote(place, timeZone) : formatRupees(place.price)}
            </span>
          </li>
        ))}
      </ul>
      {lost.length > 0 && <ErrorText>{takenText(lost)}</ErrorText>}
      {maySell && (
        <div className="flex flex-wrap gap-2">
          {isBlocked ? (
            <>
              <Button onClick={onSell} className="flex-1">
                Sell <Key>S</Key>
              </Button>
              <Button
                variant="secondary"
                onClick={onUnblock}
                busy={isUnblocking}
                className="flex-1"
              >
                Unblock <Key>B</Key>
              </Button>
            </>
          ) : (
            <>
              <Button onClick={onSell} className="flex-1">
                Sell <Key>S</Key>
              </Button>
              <Button variant="secondary" onClick={onBlock} className="flex-1">
                Block <Key>B</Key>
              </Button>
            </>
          )}
          <Button variant="quiet" onClick={onClear}>
            Clear <Key>Esc</Key>
          </Button>
        </div>
      )}
    </section>
  )
}
