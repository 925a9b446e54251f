import type { WaitingEntry } from '@marquee/contract/bookings/waiting-list'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useId } from 'react'
import { Moment } from '#lib/date-time.tsx'
import { Countdown } from '#ui/countdown.tsx'
import { describeEntry, REJOIN_HINT } from './entry-texts.ts'

interface Props {
  entry: WaitingEntry
  isTaking: boolean
  isLeaving: boolean
  onTake: () => void
  onLeave: () => void
  /** Called when the time of the offer is over, with its deadline. */
  onEnd: (until: string) => void
}

/** The entry of the visitor: an offer, or what the visitor waits for. */
export function OwnEntry({ entry, isTaking, isLeaving, onTake, onLeave, onEnd }: Props) {
  const { offer } = entry
  const hintId = useId()
  return (
    <>
      {offer ? (
        <p>
          <strong className="font-semibold text-brass-bright">{offer.seats.join(', ')}</strong>{' '}
          {offer.seats.length === 1 ? 'is' : 'are'} yours for{' '}
          <Countdown
            untilMs={Date.parse(offer.until)}
            now={serverNow}
            onEnd={() => onEnd(offer.until)}
            className="tabular"
          />
          . After that, the offer ends.
        </p>
      ) : (
        <p className="text-ash">
          You are waiting for {describeEntry(entry)}, until <Moment instant={entry.until} />. When
          they come free, we hold them for you. We tell you here and by email.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {offer && (
          <Button busy={isTaking} onClick={onTake}>
            Take These Seats
          </Button>
        )}
        <Button
          variant="secondary"
          aria-describedby={offer && hintId}
          busy={isLeaving}
          onClick={onLeave}
        >
          Leave the Waiting List
        </Button>
        {offer && (
          <p id={hintId} className="text-sm text-ash">
            {REJOIN_HINT}
          </p>
        )}
      </div>
    </>
  )
}
