import type { Show } from '@marquee/contract/office/shows'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { CancelShowDialog } from './cancel-show-dialog.tsx'

interface Props {
  show: Show
  maySell: boolean
  mayCancel: boolean
}

/** The numbers of a show, and what to do on this page. */
export function ShowFacts({ show, maySell, mayCancel }: Props) {
  const [isCancelling, setCancelling] = useState(false)
  const { seats, slots, admitted, cancelled } = show
  const free = seats.capacity - seats.sold - seats.held - seats.blocked
  const facts = [
    ['Sold', seats.sold],
    ['Free', free],
    ['Held', seats.held],
    ['Blocked', seats.blocked],
    ['Let in', admitted],
    ['Parking sold', slots.sold],
  ]
  return (
    <section aria-label="Numbers of the show" className="grid gap-4">
      <dl className="grid grid-cols-3 gap-x-4 gap-y-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="label">{name}</dt>
            <dd className="tabular text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="border-t border-rule pt-3">
        {cancelled ? (
          <p>
            <span className="font-semibold text-bad">This show is cancelled.</span>{' '}
            {cancelled.reason}
          </p>
        ) : (
          <p className="text-ash">
            {maySell
              ? 'Choose free seats to sell or block them, blocked seats to release them. A sold seat opens its booking.'
              : 'This device may look, but not sell.'}
          </p>
        )}
      </div>
      {mayCancel && (cancelled || Date.parse(show.startTime) > Date.now()) && (
        <Button
          variant={cancelled ? 'secondary' : 'danger'}
          className="justify-self-start"
          onClick={() => setCancelling(true)}
        >
          {cancelled ? 'Show refunds' : 'Cancel show…'}
        </Button>
      )}
      {isCancelling && <CancelShowDialog show={show} onClose={() => setCancelling(false)} />}
    </section>
  )
}
