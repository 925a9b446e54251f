import { tabStorage } from '@marquee/ui-kit/lib/storage.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation } from '@tanstack/react-query'
import Share2 from 'lucide-react/icons/share-2'
import UserPlus from 'lucide-react/icons/user-plus'
import { useEffect } from 'react'
import { canShare, openShareSheet } from '#lib/share-sheet.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { shareSelection } from './together-requests.ts'

interface Props {
  /** The name of the movie. */
  movie: string
  showtimeId: string
  /** Without a selection there is nothing to share. */
  canInvite: boolean
  /** Called when the visitor has a link for friends. */
  onInvite: () => void
}

const TEXT = `Your friends see your seats and choose theirs, under the names they give. You share one countdown and up to ten seats. \
You can release their seats, and pay for everyone or for yourself alone.

The link works until this selection ends.`

const linkKey = (showtimeId: string) => `together:${showtimeId}`
const parseLink = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

/** Whether this visitor has a link for the friends. */
export const hasLink = (showtimeId: string) => tabStorage.has(linkKey(showtimeId))

/** Shows the link with which friends join the selection. */
export function InviteButton({ movie, showtimeId, canInvite, onInvite }: Props) {
  const openDialog = useDialog()
  const { mutateAsync: share, isPending } = useMutation({
    mutationFn: () => shareSelection(showtimeId),
  })
  // The link of a selection that has ended is no longer valid.
  useEffect(() => {
    if (!canInvite) tabStorage.remove(linkKey(showtimeId))
  }, [canInvite, showtimeId])

  /** Another link would end the one that friends may already have. */
  async function findLink() {
    const stored = tabStorage.read(linkKey(showtimeId), parseLink)
    if (stored) return stored
    const ack = await share()
    if (!ack.ok) return void notify(ack.message, { kind: 'invite' })
    if (ack.link) tabStorage.write(linkKey(showtimeId), ack.link)
    return ack.link
  }
  async function invite() {
    const link = await findLink()
    if (!link) return
    onInvite()
    await openDialog({
      title: 'Invite Friends',
      text: TEXT,
      content: <InviteLink movie={movie} link={link} />,
      actions: [{ label: 'Done', value: 'done' }],
    })
  }

  return (
    <Button variant="secondary" disabled={!canInvite} busy={isPending} onClick={invite}>
      <UserPlus aria-hidden="true" className="size-4 shrink-0" />
      <span>Invite Friends</span>
    </Button>
  )
}

function InviteLink({ movie, link }: { movie: string; link: string }) {
  const shared = { title: movie, text: `Choose your seat for ${movie} beside mine:`, url: link }
  return (
    <div className="mt-5">
      <Field
        label="Link for your friends"
        readOnly
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <div className="mt-1 flex flex-wrap justify-center gap-x-6">
        <CopyButton text={link} label="Copy Link" />
        {canShare() && (
          <button
            type="button"
            onClick={() => openShareSheet(shared)}
            className="inline-flex min-h-11 items-center gap-2 px-2 text-sm font-semibold text-brass transition-colors hover:text-brass-bright"
          >
            <Share2 aria-hidden="true" className="size-4" />
            <span>Share</span>
          </button>
        )}
      </div>
    </div>
  )
}
