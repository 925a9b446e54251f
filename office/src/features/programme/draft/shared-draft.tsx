import { countOf } from '@marquee/contract/text/count'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTimeZone } from '#lib/device.queries.ts'
import { shortDateTimeOf } from '#lib/format.ts'
import { type EditedDraft, sharedDraftQuery } from './draft.queries.ts'

interface Props {
  id: string
  draft: EditedDraft
  onClose: () => void
}

/** The draft of another device, from a link. Its changes can replace the changes of this device; undo brings them back. */
export function SharedDraft({ id, draft, onClose }: Props) {
  const timeZone = useTimeZone()
  const { data, error } = useQuery(sharedDraftQuery(id))
  if (id === draft._id) return null
  return (
    <section
      aria-label="Draft of another device"
      className="panel mb-3 flex flex-wrap items-center gap-3 p-3"
    >
      {error && <ErrorText>{error.message}</ErrorText>}
      {data && (
        <p className="min-w-0 flex-1">
          <span className="font-semibold">{data.device.name}</span> has a draft of{' '}
          {countOf(data.changes.length, 'change')}, saved {shortDateTimeOf(data.savedAt, timeZone)}.
        </p>
      )}
      {data && (
        <Button
          onClick={() => {
            draft.replace(data)
            onClose()
          }}
        >
          Use these changes
        </Button>
      )}
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
    </section>
  )
}
