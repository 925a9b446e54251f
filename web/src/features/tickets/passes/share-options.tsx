import { passPath } from '@marquee/contract/pages'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useCopy } from '@marquee/ui-kit/ui/use-copy.ts'
import Copy from 'lucide-react/icons/copy'
import MessageCircle from 'lucide-react/icons/message-circle'
import Share2 from 'lucide-react/icons/share-2'
import { TICKET_ACTION } from '#features/tickets/action-style.ts'
import { dateTimeOf } from '#lib/date-time.tsx'
import { canShare, openShareSheet, type ShareLink } from '#lib/share-sheet.ts'

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
          aria-label={`Copy Link of ${label}`}
          onClick={async () => (await copy()) && notify('Link copied.')}
        >
          <Copy aria-hidden="true" className="size-4" />
          <span>Copy Link</span>
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

interface PassToShare {
  movie: string
  /** ISO 8601. */
  startTime: string
  /** The seat, or `Admit 3`. */
  label: string
  token: string
}

/** What a friend receives: the movie, the time, the seat and the link of the pass. */
export function createShareLink({ movie, startTime, label, token }: PassToShare): ShareLink {
  return {
    title: movie,
    text: `${movie}, ${dateTimeOf(startTime)}, ${label}`,
    url: new URL(passPath(token), window.location.href).href,
  }
}

const whatsAppUrl = ({ text, url }: ShareLink) =>
  `https://wa.me/?${new URLSearchParams({ text: `${text}\n${url}` })}`
