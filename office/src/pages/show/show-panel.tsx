import { bookedPlaceNames } from '@marquee/contract/office/shows/place-names'
import type { Show, StaffPlace } from '@marquee/contract/office/shows/shows'
import { formatRupees } from '@marquee/contract/text/money'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { BookingPanel } from '#features/bookings/booking-panel.tsx'
import { SaleForm, type SoldBooking } from '#features/sale/sale-form.tsx'
import { findPlaces } from '#features/show/find-places.ts'
import { HouseSeatsForm, useUnblockPlaces } from '#features/show/house-seats-form.tsx'
import { PlaceField } from '#features/show/place-field.tsx'
import { SelectionSummary } from '#features/show/selection-summary.tsx'
import { ShowFacts } from '#features/show/show-facts.tsx'
import type { ShowSelection } from '#features/show/use-show-selection.ts'
import { WaitingRoomPanel } from '#features/show/waiting-room-panel.tsx'
import { usePreferences } from '#lib/preferences.store.ts'
import { TicketPasses } from '#tickets/ticket-passes.tsx'
import { Key } from '#ui/key.tsx'
import { focusSearch } from '#ui/search-box.tsx'
import { useIsWide } from '#ui/use-is-wide.ts'
import { useShortcuts } from '#ui/use-shortcuts.ts'

/** A key chooses the best so many seats. */
const PARTY_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

interface Props {
  show: Show
  /** All places of the show. */
  allPlaces: StaffPlace[]
  selection: ShowSelection
  maySell: boolean
}

/** Beside the map: the numbers of the show, the chosen places, a sale, or a booking. */
export function ShowPanel({ show, allPlaces, selection, maySell }: Props) {
  const [form, setForm] = useState<'sale' | 'block'>()
  const [sold, setSold] = useState<SoldBooking>()
  const { places, reference, lost, choose, clear, refuse, acceptLoss, startSale, endSale } =
    selection
  const isBlocked = places[0]?.status === 'BLOCKED'
  const unblock = useUnblockPlaces(show._id, clear)
  const isWide = useIsWide()
  const isEnabled = usePreferences(({ shortcuts }) => shortcuts)
  const hasChoice = places.length > 0 && maySell

  const closeForm = () => setForm(undefined)
  const finish = () => {
    closeForm()
    clear()
  }
  const startForm = (next: 'sale' | 'block') => {
    setSold(undefined)
    acceptLoss()
    setForm(next)
  }
  const chooseSeats = (placeIds: readonly string[]) => {
    setSold(undefined)
    choose(placeIds)
  }
  const chooseBest = (count: string) => {
    const found = findPlaces(count, allPlaces)
    if ('problem' in found) notify(found.problem)
    else chooseSeats(found.placeIds)
  }
  /** On a touch device it would open the keyboard. */
  const focusField = () => isWide && focusSearch()
  const startNext = () => {
    setSold(undefined)
    focusField()
  }
  const block = () => (isBlocked ? unblock.mutate(places) : startForm('block'))
  useShortcuts(
    {
      s: () => hasChoice && startForm('sale'),
      b: () => hasChoice && block(),
      escape: () => (form ? closeForm() : clear()),
      n: () => sold && startNext(),
      ...Object.fromEntries(
        PARTY_KEYS.map((key) => [key, () => maySell && !form && chooseBest(key)]),
      ),
    },
    isEnabled,
  )

  const content = () => {
    if (places.length > 0) {
      return (
        <SelectionSummary
          places={places}
          lost={lost}
          maySell={maySell}
          isUnblocking={unblock.isPending}
          onSell={() => startForm('sale')}
          onBlock={() => startForm('block')}
          onUnblock={() => unblock.mutate(places)}
          onClear={clear}
        />
      )
    }
    if (reference) {
      return (
        <div className="grid gap-1">
          <Button variant="quiet" className="-ms-3 justify-self-start" onClick={clear}>
            <X aria-hidden="true" className="size-5" />
            <span>Close</span>
          </Button>
          <BookingPanel key={reference} reference={reference} />
        </div>
      )
    }
    if (sold) return <SaleResult sold={sold} onPrinted={focusField} onNext={startNext} />
    return (
      <>
        <ShowFacts show={show} maySell={maySell} />
        {!show.cancelled && <WaitingRoomPanel show={show} />}
      </>
    )
  }

  if (form === 'sale' && hasChoice) {
    return (
      <SaleForm
        showtimeId={show._id}
        places={places}
        onSend={startSale}
        onSold={(booking) => {
          setSold(booking)
          finish()
        }}
        lost={lost}
        onTaken={refuse}
        onRefused={endSale}
        onAcceptLoss={acceptLoss}
        onCancel={closeForm}
      />
    )
  }
  if (form === 'block' && hasChoice && !isBlocked)
    return <HouseSeatsForm show={show} places={places} onDone={finish} onCancel={closeForm} />
  return (
    <div className="grid gap-4">
      {maySell && (
        <PlaceField
          places={allPlaces}
          hasChoice={hasChoice}
          onChoose={chooseSeats}
          onSell={() => startForm('sale')}
          onClear={clear}
        />
      )}
      {content()}
    </div>
  )
}

interface SaleResultProps {
  sold: SoldBooking
  onPrinted: () => void
  onNext: () => void
}

/** The ticket of a sale: to photograph, to print, or both. It stays until the next seats are chosen. */
function SaleResult({ sold, onPrinted, onNext }: SaleResultProps) {
  const { booking, passes, change } = sold
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    // On a phone the panel is below the map.
    section.current?.scrollIntoView({ block: 'center' })
  }, [])

  return (
    <section ref={section} aria-label="Sold" className="grid gap-4">
      <div className="flex items-center gap-3">
        <CircleCheck aria-hidden="true" className="size-7 shrink-0 text-good" />
        <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
          Sold: {bookedPlaceNames(booking).join(' ')}
        </h2>
      </div>
      {change !== undefined && (
        <p className="flex items-baseline justify-between rounded bg-ink px-3 py-2">
          <span className="font-medium">Change</span>
          <span className="tabular text-xl font-semibold">{formatRupees(change)}</span>
        </p>
      )}
      <TicketPasses booking={booking} passes={passes} onPrinted={onPrinted} />
      <Button variant="secondary" onClick={onNext}>
        Next sale <Key>N</Key>
      </Button>
    </section>
  )
}
