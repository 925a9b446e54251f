import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useCopy } from '@marquee/ui-kit/ui/use-copy.ts'
import Copy from 'lucide-react/icons/copy'
import MessageCircle from 'lucide-react/icons/message-circle'
import Share2 from 'lucide-react/icons/share-2'
import { TICKET_ACTION } from '#features/tickets/action-style.ts'
import { canShare, openShareSheet, type ShareLink } from '#lib/share-sheet.ts'
import { whatsAppUrl } from './share-link.ts'

/** The share sheet of the device, or else copying the link and WhatsApp. */
export function ShareOptions({ link, label }: { link: ShareLink; label: string }) {
  const { copy } = useCopy(link.url)

  if (canShare()) {
    return (
      <button
        type="button"
        className={TICKET_ACTION}
        aria-label={`Share ${label}`}
        onClick={() => openShareSheet(link)}
      >
        <Share2 aria-hidden="true" className="size-4" />
        <span>Share</span>
      </button>
    )
  }
  return (
    <>
      {copy && (
        <button
          type="button"
          className={TICKET_ACTION}
          aria-label={`Copy link of ${label}`}
          onClick={async () => (await copy()) && notify('Link copied.')}
        >
          <Copy aria-hidden="true" className="size-4" />
          <span>Copy link</span>
        </button>
      )}
      <a
        href={whatsAppUrl(link)}
        target="_blank"
        rel="noreferrer"
        aria-label={`WhatsApp: share ${label}`}
        className={TICKET_ACTION}
      >
        <MessageCircle aria-hidden="true" className="size-4" />
        <span>WhatsApp</span>
      </a>
    </>
  )
}
