import { useIsLasting } from '@marquee/ui-kit/lib/use-is-lasting.ts'
import { useIsOffline } from '@marquee/ui-kit/lib/use-is-offline.ts'
import CircleHelp from 'lucide-react/icons/circle-help'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Lock from 'lucide-react/icons/lock'
import WifiOff from 'lucide-react/icons/wifi-off'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { NavLink, useNavigate } from 'react-router'
import { mayOpen, OFFICE_PAGES, type PageName, pageGroupsFor } from '#lib/access.ts'
import { useCurrentDevice, useLockDevice, useScopes } from '#lib/device.queries.ts'
import { useIsConnected } from '#lib/live-updates.ts'
import { usePreferences } from '#lib/preferences.store.ts'
import { focusSearch } from '#ui/search-box.tsx'
import { useShortcuts } from '#ui/use-shortcuts.ts'
import { NAVIGATION } from './navigation.ts'
import { ThemeButton } from './theme-button.tsx'

// The code of dialogs is not needed at the start.
const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }))

/** Navigation at the side, on phones at the bottom. */
export function Layout({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const scopes = useScopes()
  const { people } = useCurrentDevice()
  const lock = useLockDevice()
  const isEnabled = usePreferences(({ shortcuts }) => shortcuts)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const groups = pageGroupsFor(scopes)
  const pages = groups.flatMap((group) => group.pages)

  const search = () => {
    if (focusSearch() || !mayOpen(scopes, 'bookings')) return
    void navigate(OFFICE_PAGES.bookings.path)
  }
  const openPage = (page: PageName) => [
    NAVIGATION[page].shortcut,
    () => void navigate(OFFICE_PAGES[page].path),
  ]
  useShortcuts(
    {
      ...Object.fromEntries(pages.map(openPage)),
      '/': search,
      '?': () => setHelpOpen(true),
      ...(people.length > 0 && { x: () => lock.mutate() }),
    },
    isEnabled,
    window,
  )

  return (
    <div className="lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="sr-only z-50 rounded bg-velvet p-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <SideBar groups={groups} onHelp={() => setHelpOpen(true)} />
      <div className="min-w-0">
        <ConnectionMessage />
        {children}
      </div>
      <TabBar pages={pages} onHelp={() => setHelpOpen(true)} />
      {isHelpOpen && (
        <Suspense>
          <HelpDialog groups={groups} onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** A short interruption is not shown. */
const LASTING_MS = 2500

/** Says that what is shown may be out of date. */
function ConnectionMessage() {
  const isDisconnected = useIsLasting(!useIsConnected(), LASTING_MS)
  const isOffline = useIsOffline()
  if (!isDisconnected && !isOffline) return null
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b border-wait bg-wait/10 px-4 py-2 text-sm font-medium text-wait lg:px-6 xl:px-8"
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

interface SideBarProps {
  groups: ReturnType<typeof pageGroupsFor>
  onHelp: () => void
}

/** The navigation of wide windows. */
function SideBar({ groups, onHelp }: SideBarProps) {
  const { device, person, people, brandName } = useCurrentDevice()
  const lock = useLockDevice()
  return (
    <header className="sticky top-0 hidden h-svh flex-col gap-4 border-e border-rule bg-velvet p-4 lg:flex print:hidden">
      <p className="px-3 pt-1 leading-tight">
        <span className="block text-lg font-semibold">{brandName}</span>
        <span className="text-sm text-ash">Office</span>
      </p>
      <nav aria-label="Pages" className="min-h-0 overflow-y-auto">
        {groups.map(({ name, pages }) => (
          <ul key={name} aria-label={name} className="mb-1.5 grid">
            <li aria-hidden="true" className="label px-3 pb-0.5">
              {name}
            </li>
            {pages.map((page) => (
              <li key={page}>
                <PageLink page={page} />
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className="mt-auto grid gap-3 border-t border-rule pt-3">
        <p className="px-3 text-sm leading-tight">
          <span className="block font-semibold">{person?.name ?? device.name}</span>
          <span className="text-ash capitalize">{person ? device.name : device.scope}</span>
        </p>
        <div className="flex gap-1">
          <ThemeButton />
          {people.length > 0 && (
            <button
              type="button"
              aria-label="Lock this device"
              title="Lock (x)"
              onClick={() => lock.mutate()}
              className="grid size-11 place-items-center rounded hover:bg-ash/15"
            >
              <Lock aria-hidden="true" className="size-5" />
            </button>
          )}
          <button
            type="button"
            aria-label="Help and shortcuts"
            title="Help and shortcuts (?)"
            onClick={onHelp}
            className="grid size-11 place-items-center rounded hover:bg-ash/15"
          >
            <CircleHelp aria-hidden="true" className="size-5" />
          </button>
        </div>
      </div>
    </header>
  )
}

function PageLink({ page }: { page: PageName }) {
  const { icon: Icon, shortcut } = NAVIGATION[page]
  const { path, name } = OFFICE_PAGES[page]
  return (
    <NavLink
      to={path}
      end={path === '/'}
      className="group flex min-h-8.5 items-center gap-3 pointer-coarse:min-h-11 rounded px-3 font-medium text-ash hover:bg-ash/10 hover:text-ivory aria-[current=page]:bg-ivory aria-[current=page]:text-velvet"
    >
      <Icon aria-hidden="true" className="size-5" />
      <span>{name}</span>
      <span
        aria-hidden="true"
        className="ms-auto font-sans text-sm uppercase opacity-0 group-hover:opacity-70 group-focus-visible:opacity-70"
      >
        {shortcut}
      </span>
    </NavLink>
  )
}

const MAX_TABS = 4
const TAB =
  'grid min-h-14 flex-1 place-items-center content-center gap-0.5 text-sm font-medium text-ash aria-[current=page]:text-ivory aria-[current=page]:shadow-[inset_0_2px_0_var(--color-ivory)]'

interface TabBarProps {
  pages: PageName[]
  onHelp: () => void
}

/** The navigation of phones. Further pages are in the help dialog. */
function TabBar({ pages, onHelp }: TabBarProps) {
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-rule bg-velvet pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      {pages.slice(0, MAX_TABS).map((page) => {
        const { icon: Icon } = NAVIGATION[page]
        const { path, name } = OFFICE_PAGES[page]
        return (
          <NavLink key={page} to={path} end={path === '/'} className={TAB}>
            <Icon aria-hidden="true" className="size-5" />
            <span>{name}</span>
          </NavLink>
        )
      })}
      <button type="button" className={TAB} onClick={onHelp}>
        <Ellipsis aria-hidden="true" className="size-5" />
        <span>More</span>
      </button>
    </nav>
  )
}
