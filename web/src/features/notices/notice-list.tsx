import type { Notice } from '@marquee/contract/accounts/notices'
import { DEFAULT_ERROR_MESSAGE, errorMessage } from '@marquee/ui-kit/lib/api.ts'
import { Link } from 'react-router'
import { DateTime } from '#lib/date-time.tsx'
import { useReadNotices } from './notices.queries.ts'

interface Props {
  userId: string
  /** Undefined while they are loading. */
  notices: Notice[] | undefined
  error: Error | null
  onClose: () => void
}

/** What the account was told, the newest first. A notice is read when its link is followed. */
export function NoticeList({ userId, notices, error, onClose }: Props) {
  const { mutate, isPending } = useReadNotices(userId)
  const hasUnread = notices?.some(({ readAt }) => readAt === null)

  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 className="title text-lg">Notices</h2>
        {hasUnread && (
          <button
            type="button"
            disabled={isPending}
            onClick={() => mutate(undefined)}
            className="min-h-11 text-sm font-semibold text-brass underline underline-offset-4 hover:text-brass-bright"
          >
            Mark All as Read
          </button>
        )}
      </div>
      {!notices && (
        <p role="status" className="text-sm text-ash">
          {error ? (errorMessage(error) ?? DEFAULT_ERROR_MESSAGE) : 'Loading your notices...'}
        </p>
      )}
      {notices?.length === 0 && (
        <p className="text-sm text-ash">
          Nothing yet. Here you read when a booking changes, a show starts soon, or seats become
          free.
        </p>
      )}
      {notices && notices.length > 0 && (
        <ul className="divide-y divide-brass/15">
          {notices.map((notice) => (
            <NoticeItem
              key={notice._id}
              notice={notice}
              onFollow={() => {
                if (notice.readAt === null) mutate(notice._id)
                onClose()
              }}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function NoticeItem({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const { title, text, link, createdAt, readAt } = notice
  const heading = (
    <span className={readAt === null ? 'font-semibold text-ivory' : 'font-medium text-ash'}>
      {readAt === null && <span className="sr-only">Unread: </span>}
      {title}
    </span>
  )
  return (
    <li className="grid gap-0.5 py-3 text-sm wrap-anywhere">
      {link === null ? (
        heading
      ) : (
        <Link
          to={link}
          onClick={onFollow}
          className="inline-flex min-h-8 items-center underline decoration-brass/50 underline-offset-4 hover:decoration-brass-bright"
        >
          {heading}
        </Link>
      )}
      <p className="text-ash">{text}</p>
      <p className="text-xs text-ash">
        <time dateTime={createdAt}>
          <DateTime instant={createdAt} />
        </time>
      </p>
    </li>
  )
}
