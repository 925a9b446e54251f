import { useIsLasting } from '@marquee/ui-kit/lib/use-is-lasting.ts'
import { useIsOffline } from '@marquee/ui-kit/lib/use-is-offline.ts'
import WifiOff from 'lucide-react/icons/wifi-off'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { mayOpen, PAGES, type PageName } from '#lib/access.ts'
import { useScope } from '#lib/device.queries.ts'
import { usePreferences } from '#lib/preferences.store.ts'
import { useConnected } from '#lib/socket.ts'
import { focusSearch } from '#ui/search-box.tsx'
import { useShortcuts } from '#ui/use-shortcuts.ts'
import { HelpDialog } from './help-dialog.tsx'
import { NAVIGATION } from './navigation.ts'
import { SideBar } from './side-bar.tsx'
import { TabBar } from './tab-bar.tsx'

/** Navigation at the side, on phones at the bottom. */
export function Layout({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const scope = useScope()
  const isEnabled = usePreferences(({ shortcuts }) => shortcuts)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const pages = (Object.keys(PAGES) as PageName[]).filter((page) => mayOpen(scope, page))

  const search = () => {
    if (focusSearch() || !mayOpen(scope, 'bookings')) return
    void navigate(PAGES.bookings.path)
  }
  const openPage = (page: PageName) => [
    NAVIGATION[page].shortcut,
    () => void navigate(PAGES[page].path),
  ]
  useShortcuts(
    { ...Object.fromEntries(pages.map(openPage)), '/': search, '?': () => setHelpOpen(true) },
    isEnabled,
  )

  return (
    <div className="lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded bg-velvet p-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <SideBar pages={pages} onHelp={() => setHelpOpen(true)} />
      <div className="min-w-0">
        <ConnectionNotice />
        {children}
      </div>
      <TabBar pages={pages} onHelp={() => setHelpOpen(true)} />
      {isHelpOpen && <HelpDialog pages={pages} onClose={() => setHelpOpen(false)} />}
    </div>
  )
}

/** A short interruption is not shown. */
const LASTING_MS = 2500

/** Says that what is shown may be out of date. */
function ConnectionNotice() {
  const isDisconnected = useIsLasting(!useConnected(), LASTING_MS)
  const isOffline = useIsOffline()
  if (!isDisconnected && !isOffline) return null
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b border-wait bg-wait/10 px-4 py-2 text-sm font-medium text-wait lg:px-8"
    >
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      <span>
        {isOffline
          ? 'This device is offline. What you see may have changed. Only the door works offline.'
          : 'The office cannot be reached. Trying again…'}
      </span>
    </p>
  )
}
