import type { Show } from '@marquee/contract/office/shows/shows'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { BookingPanel } from '#features/bookings/booking-panel.tsx'
import { SaleForm, type SoldBooking } from '#features/sale/sale-form.tsx'
import { SaleResult } from '#features/sale/sale-result.tsx'
import { BlockForm } from '#features/show/block-form.tsx'
import { useUnblockPlaces } from '#features/show/blocks.mutations.ts'
import { SelectionSummary } from '#features/show/selection-summary.tsx'
import { ShowFacts } from '#features/show/show-facts.tsx'
import type { ShowSelection } from '#features/show/use-show-selection.ts'
import { usePreferences } from '#lib/preferences.store.ts'
import { useShortcuts } from '#ui/use-shortcuts.ts'

interface Props {
  show: Show
  selection: ShowSelection
  maySell: boolean
}

/** Beside the map: the numbers of the show, the chosen places, a sale, or a booking. */
export function ShowPanel({ show, selection, maySell }: Props) {
  const [form, setForm] = useState<'sale' | 'block'>()
  const [sold, setSold] = useState<SoldBooking>()
  const { places, reference, lost, clear, refuse, acceptLoss, startSale, endSale } = selection
  const isBlocked = places[0]?.status === 'BLOCKED'
  const release = useUnblockPlaces(show._id, clear)
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
  const block = () => (isBlocked ? release.mutate(places) : startForm('block'))
  useShortcuts(
    {
      s: () => hasChoice && !isBlocked && startForm('sale'),
      b: () => hasChoice && block(),
      escape: () => (form ? closeForm() : clear()),
    },
    isEnabled,
  )

  if (form === 'sale' && hasChoice && !isBlocked) {
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
    return <BlockForm show={show} places={places} onDone={finish} onCancel={closeForm} />
  if (places.length > 0) {
    return (
      <SelectionSummary
        places={places}
        lost={lost}
        maySell={maySell}
        isReleasing={release.isPending}
        onSell={() => startForm('sale')}
        onBlock={() => startForm('block')}
        onRelease={() => release.mutate(places)}
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
  if (sold) return <SaleResult sold={sold} onNext={() => setSold(undefined)} />
  return <ShowFacts show={show} maySell={maySell} />
}
