import {
  listNotices,
  type Notice,
  readAllNotices,
  readNotice,
} from '@marquee/contract/accounts/notices'
import { DEFAULT_ERROR_MESSAGE, errorMessage } from '@marquee/ui-kit/lib/api.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { callAsUser } from '#lib/api/api.ts'
import { NearDateTime } from '#lib/date-time.tsx'
import { useAccountEvents } from '#lib/socket/use-account-events.ts'

const noticesKey = (userId: string) => ['notices', userId] as const

/** The latest notices of the account: fetched again when they change, and when the window gets the focus. */
function useNotices(userId: string) {
  useAccountEvents(noticesKey(userId))
  return useQuery({
    queryKey: noticesKey(userId),
    queryFn: ({ signal }) => callAsUser(listNotices, {}, userId, signal),
    staleTime: 0,
  })
}

/** Marks one notice as read, or all of them. */
function useReadNotices(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (noticeId: string | undefined) =>
      noticeId === undefined
        ? callAsUser(readAllNotices, {}, userId)
        : callAsUser(readNotice, { params: { noticeId } }, userId),
    onSettled: () => client.invalidateQueries({ queryKey: noticesKey(userId) }),
  })
}

/** The bell in the header with the number of unread notices. Opens their list. */
export function NoticeBell({ userId }: { userId: string }) {
  const { data, error } = useNotices(userId)
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // A navigation closes the list.
  const isOpen = openAt === pathname
  const unread = data?.unread ?? 0
  const close = () => setOpenAt(undefined)

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !area.current?.contains(target)) setOpenAt(undefined)
    }
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpenAt(undefined)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [isOpen])

  return (
    <div ref={area} className="sm:relative">
      <button
        ref={button}
        type="button"
        aria-label={unread > 0 ? `Notices, ${unread} unread` : 'Notices'}
        aria-expanded={isOpen}
        aria-controls="notices"
        onClick={() => setOpenAt(isOpen ? undefined : pathname)}
        className="relative grid size-11 shrink-0 place-items-center rounded text-brass transition-colors hover:text-brass-bright"
      >
        <Bell aria-hidden="true" className="size-5" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-brass px-1 text-xs font-semibold text-ink tabular"
          >
            {unread}
          </span>
        )}
      </button>
      <span role="status" className="sr-only">
        {unread > 0 ? `${unread} unread ${unread === 1 ? 'notice' : 'notices'}` : ''}
      </span>
      {isOpen && (
        <section
          id="notices"
          aria-label="Notices"
          className="panel absolute inset-x-2 top-full z-30 mt-2 max-h-[min(32rem,80svh)] overflow-y-auto bg-velvet p-4 shadow-glow sm:inset-x-auto sm:right-0 sm:w-96"
        >
          <NoticeList userId={userId} notices={data?.notices} error={error} onClose={close} />
        </section>
      )}
    </div>
  )
}

interface NoticeListProps {
  userId: string
  /** Undefined while they are loading. */
  notices: Notice[] | undefined
  error: Error | null
  onClose: () => void
}

/** What the account was told, the newest first. A notice is read when its link is followed. */
function NoticeList({ userId, notices, error, onClose }: NoticeListProps) {
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
          Nothing yet. Changes, reminders and free seats of the waiting list appear here.
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
          <NearDateTime instant={createdAt} />
        </time>
      </p>
    </li>
  )
}
