import { formatTimeOfDay } from '@marquee/contract/time'
import { useEffect, useRef } from 'react'
import { siteSettings } from '#lib/site-settings.ts'
import { Button } from '#ui/button.tsx'
import type { Loss } from './selection/use-expiry-warning.ts'

interface Props {
  losses: Loss[]
  /** The numbers of the nearest equal seats that are free. */
  replacements: string[]
  onReplace: () => void
  onDismiss: () => void
}

/** Says what happened to lost places, and offers the nearest equal seats. */
export function LossNotice({ losses, replacements, onReplace, onDismiss }: Props) {
  const isOne = replacements.length === 1
  const notice = useRef<HTMLDivElement>(null)
  // It appears above the map, which a visitor may have scrolled.
  const count = losses.length
  useEffect(() => {
    if (count > 0) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [count])

  return (
    <div ref={notice} className="rounded border border-wait/50 px-5 py-4">
      <div role="status">
        <p className="title text-lg text-wait">What Happened</p>
        <p className="tabular text-ash">{lossText(losses)}</p>
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        {replacements.length > 0 && (
          <Button onClick={onReplace}>
            Take {replacements.join(', ')} Instead
            <span className="sr-only">{isOne ? ', the nearest seat' : ', the nearest seats'}</span>
          </Button>
        )}
        <Button variant="quiet" onClick={onDismiss}>
          OK
        </Button>
      </div>
    </div>
  )
}

/** "Your hold ended at 2:03:10 PM. Another visitor asked for H7 at 2:03:25 PM." */
function lossText(losses: Loss[]) {
  const timeOf = (instant: string) => formatTimeOfDay(Date.parse(instant), siteSettings.timeZone)
  const [first] = losses
  if (!first) return
  const asked = losses.flatMap(({ label, askedAt }) =>
    askedAt ? `Another visitor asked for ${label} at ${timeOf(askedAt)}.` : [],
  )
  const released = losses.flatMap(({ label, askedAt }) => (askedAt ? [] : label))
  return [
    `Your hold ended at ${timeOf(first.holdUntil)}.`,
    ...asked,
    ...(released.length > 0 ? [`${released.join(', ')} could not be held any longer.`] : []),
  ].join(' ')
}
