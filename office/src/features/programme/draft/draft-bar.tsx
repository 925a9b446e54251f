import { countOf } from '@marquee/contract/text/count'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { buttonStyle } from '@marquee/ui-kit/ui/button-style.ts'
import { useCopy } from '@marquee/ui-kit/ui/use-copy.ts'
import { Link } from 'react-router'
import { programmePlanPath, sharedDraftPath } from '#lib/access.ts'
import type { EditedDraft } from './draft.queries.ts'

/** What the draft has, and what to do with it. Only with changes. */
export function DraftBar({ draft }: { draft: EditedDraft }) {
  const { _id, changes, isOutdated, isSaving, saveError } = draft
  const { copy, isCopied } = useCopy(
    _id === undefined ? '' : location.origin + sharedDraftPath(_id),
  )
  if (changes.length === 0) return null
  return (
    <section aria-label="Draft" className="draft-bar">
      <p className="min-w-0 flex-1 max-sm:basis-full" role="status">
        <span className="font-semibold">{countOf(changes.length, 'change')}</span>
        <span className="text-ash"> · {stateText(isSaving, saveError)}</span>
        {isOutdated && (
          <span className="block text-sm text-wait">
            The programme has changed since. The plan shows what your changes do now.
          </span>
        )}
      </p>
      {saveError && !isSaving && (
        <Button variant="secondary" onClick={draft.saveAgain}>
          Save again
        </Button>
      )}
      {copy && _id !== undefined && (
        <Button variant="quiet" className="max-sm:px-2" onClick={copy}>
          {isCopied ? 'Link copied' : 'Copy the link'}
        </Button>
      )}
      <Button variant="quiet" className="max-sm:px-2" onClick={() => draft.edit([])}>
        Discard
      </Button>
      <Link to={programmePlanPath} className={buttonStyle()}>
        Show the plan
      </Link>
    </section>
  )
}

function stateText(isSaving: boolean, error: Error | null) {
  if (isSaving) return 'saving…'
  return error ? 'not saved on the server' : 'not applied yet'
}
