import Bell from 'lucide-react/icons/bell'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { NoticeList } from './notice-list.tsx'
import { useNotices } from './notices.queries.ts'

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
