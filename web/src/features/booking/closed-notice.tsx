import { LinkButton } from '#ui/link-button.tsx'

interface Props {
  /** Why it is closed. */
  closing: string
  /** Something is still held: it was taken in time and can be paid for. */
  holding: boolean
}

/** Said above the hall when nothing more can be held there. */
export function ClosedNotice({ closing, holding }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded border border-wait/50 px-5 py-4">
      <div role="status">
        <p className="display text-lg text-wait">Booking Closed</p>
        <p className="text-ash">
          {closing}
          {holding && '. What you hold is yours to pay for while its clock runs.'}
        </p>
      </div>
      {!holding && (
        <LinkButton to="/" variant="quiet">
          Browse Movies
        </LinkButton>
      )}
    </div>
  )
}
