import { formatTime } from '@marquee/contract/time'
import Check from 'lucide-react/icons/check'
import type { Passes } from '#features/tickets/ticket.ts'
import { siteSettings } from '#lib/site-settings.ts'

interface Props {
  passes: Pick<Passes, 'admitted' | 'admittedAt'>
  /** How many people the booking admits. */
  total: number
}

/** Appears when the ticket has been scanned at the door. */
export function AdmittedNotice({ passes: { admitted, admittedAt }, total }: Props) {
  return (
    <div role="status">
      {admitted > 0 && admittedAt && (
        <p className="pass-admitted">
          <Check aria-hidden="true" className="size-6 shrink-0" />
          <span>
            {admitted < total && `${admitted} of ${total} `}
            {admitted < total ? 'admitted' : 'Admitted'} at{' '}
            {formatTime(Date.parse(admittedAt), siteSettings.timeZone)}
          </span>
        </p>
      )}
    </div>
  )
}
