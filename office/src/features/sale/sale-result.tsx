import { bookedPlaceNames } from '@marquee/contract/office/shows/place-names'
import { formatRupees } from '@marquee/contract/text/money'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useRef } from 'react'
import { TicketPasses } from '#tickets/ticket-passes.tsx'
import type { SoldBooking } from './sale-form.tsx'

/** The ticket of a sale: to photograph, to print, or both. */
export function SaleResult({ sold, onNext }: { sold: SoldBooking; onNext: () => void }) {
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
      <TicketPasses booking={booking} passes={passes} />
      <Button variant="secondary" onClick={onNext}>
        Next sale
      </Button>
    </section>
  )
}
