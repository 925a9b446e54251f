import { formatRupees } from '@marquee/contract/text/money'
import { formatTime } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { siteSettings } from '#lib/site-settings.ts'
import type { SeatChange } from './use-seat-change.ts'

interface Props {
  change: SeatChange
  /** The start of the new show, ISO 8601. Undefined if only the seats change. */
  newStartTime: string | undefined
  className?: string
}

export function ChangeSeatsButton({ change, newStartTime, className }: Props) {
  const { preview, isPending, submit } = change
  const target =
    newStartTime === undefined
      ? 'Seats'
      : `to ${formatTime(Date.parse(newStartTime), siteSettings.timeZone)}`
  return (
    <Button className={className} busy={isPending} disabled={!submit} onClick={submit}>
      {preview && preview.difference > 0
        ? `Pay ${formatRupees(preview.difference)} and Change`
        : `Change ${target}`}
    </Button>
  )
}
