import { LinkButton } from '#ui/link-button.tsx'

interface Props {
  reason: string
  /** This visitor still holds places, which can be paid for until their deadline. */
  hasHolds: boolean
}

export function ClosedNotice({ reason, hasHolds }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded border border-wait/50 px-5 py-4">
      <div role="status">
        <p className="title text-lg text-wait">Booking Closed</p>
        <p className="text-ash">
          {reason}
          {hasHolds && '. You can still pay for the seats you hold until the countdown ends.'}
        </p>
      </div>
      {!hasHolds && (
        <LinkButton to="/" variant="quiet">
          Browse Movies
        </LinkButton>
      )}
    </div>
  )
}
