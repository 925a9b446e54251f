import { countAvailable, type Show } from '@marquee/contract/office/shows/shows'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { mayManageShows, moveShowPath, outagesPath } from '#lib/access.ts'
import { useScopes } from '#lib/device.queries.ts'
import { type Fact, Facts } from '#ui/facts.tsx'
import { CancelShowDialog } from './cancel-show-dialog.tsx'
import { ShowMessageDialog } from './show-message-dialog.tsx'

const LINK =
  'inline-flex min-h-11 items-center rounded border border-ash/60 px-4 font-semibold hover:border-ivory'

interface Props {
  show: Show
  maySell: boolean
}

/** The numbers of a show, and what to do on this page. */
export function ShowFacts({ show, maySell }: Props) {
  const [isCancelling, setCancelling] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const mayManage = mayManageShows(useScopes())
  const { seats, slots, admitted, cancelled } = show
  const isUpcoming = Date.parse(show.startTime) > serverNow()
  const offers: Fact[] = [
    ['Free', countAvailable(seats)],
    ['Held', seats.held],
    ['Blocked', seats.blocked],
    ...(seats.outOfService > 0 ? [['Out of service', seats.outOfService] satisfies Fact] : []),
  ]
  const facts: Fact[] = [
    ['Sold', seats.sold],
    // Nothing of a cancelled show is for sale.
    ...(cancelled ? [] : offers),
    ['Let in', admitted],
    ['Parking sold', slots.sold],
  ]
  return (
    <section aria-label="Numbers of the show" className="grid gap-4">
      <Facts facts={facts} className="grid-cols-3 gap-x-4" />
      <div className="border-t border-rule pt-3">
        {cancelled ? (
          <p>
            <span className="font-semibold text-danger">Cancelled:</span> {cancelled.reason}
          </p>
        ) : (
          <p className="text-ash">
            {maySell
              ? 'Choose free seats to sell or block them, blocked seats to unblock them. A sold seat opens its booking.'
              : 'This device may look, but not sell.'}
          </p>
        )}
      </div>
      {mayManage && (
        <div className="flex flex-wrap gap-2 empty:hidden">
          {!cancelled && isUpcoming && (
            <>
              <Link to={moveShowPath(show._id)} className={LINK}>
                Move show…
              </Link>
              <Link to={outagesPath(show.screen._id)} className={LINK}>
                Seats out of service…
              </Link>
            </>
          )}
          {!cancelled && Date.parse(show.endTime) > serverNow() && (
            <Button variant="secondary" onClick={() => setWriting(true)}>
              Tell the visitors…
            </Button>
          )}
          {(cancelled || isUpcoming) && (
            <Button
              variant={cancelled ? 'secondary' : 'danger'}
              onClick={() => setCancelling(true)}
            >
              {cancelled ? 'Show refunds' : 'Cancel show…'}
            </Button>
          )}
        </div>
      )}
      {isWriting && <ShowMessageDialog show={show} onClose={() => setWriting(false)} />}
      {isCancelling && <CancelShowDialog show={show} onClose={() => setCancelling(false)} />}
    </section>
  )
}
