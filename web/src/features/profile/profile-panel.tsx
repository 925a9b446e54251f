import type { User } from '@marquee/contract/accounts/accounts'
import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import Ticket from 'lucide-react/icons/ticket'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { tabSearch } from '#lib/paths.ts'
import { Initial } from '#ui/pictures/avatar.tsx'

type ProfileTab = 'settings' | 'bookings'

interface Props {
  user: Pick<User, 'username' | 'email'>
  tab: ProfileTab
  onSignOut: () => void
}

export function ProfilePanel({ user, tab, onSignOut }: Props) {
  return (
    <aside
      aria-label="Your account"
      className="panel p-4 lg:sticky lg:top-28 lg:p-7 short:max-lg:flex short:max-lg:items-center short:max-lg:gap-4 short:max-lg:p-2"
    >
      <div className="flex min-w-0 items-center gap-4 lg:flex-col lg:text-center">
        <Initial name={user.username} className="size-12 text-2xl lg:size-20 lg:text-3xl" />
        <div className="min-w-0 max-w-full">
          <p className="title wrap-anywhere text-xl short:max-lg:truncate">{user.username}</p>
          <p className="wrap-anywhere text-sm text-ash short:max-lg:truncate">{user.email}</p>
        </div>
      </div>
      <nav
        aria-label="Profile"
        className="mt-4 grid grid-cols-[auto_auto_auto] gap-1 border-t border-brass/25 pt-3 lg:mt-5 lg:grid-cols-1 lg:pt-4 short:max-lg:mt-0 short:max-lg:ml-auto short:max-lg:shrink-0 short:max-lg:border-0 short:max-lg:pt-0"
      >
        <TabLink to="" current={tab === 'settings'}>
          <Settings aria-hidden="true" className="size-5" />
          <span>Profile Settings</span>
        </TabLink>
        <TabLink to={tabSearch('bookings')} current={tab === 'bookings'}>
          <Ticket aria-hidden="true" className="size-5" />
          <span>My Bookings</span>
        </TabLink>
        <button type="button" onClick={onSignOut} className={PANEL_ACTION}>
          <LogOut aria-hidden="true" className="size-5" />
          <span>Sign Out</span>
        </button>
      </nav>
    </aside>
  )
}

const PANEL_ACTION =
  'flex min-h-11 flex-col items-center gap-1 rounded border-b-2 border-transparent p-2 text-center text-sm font-medium text-ivory transition-colors hover:bg-brass/10 hover:text-brass-bright aria-[current=page]:border-brass aria-[current=page]:bg-brass/10 aria-[current=page]:text-brass sm:flex-row sm:justify-center sm:gap-3 short:gap-2 short:whitespace-nowrap lg:justify-start lg:border-b-0 lg:border-l-2 lg:px-4 lg:text-base'

/** A tab that is a link. */
function TabLink({ to, current, children }: { to: string; current: boolean; children: ReactNode }) {
  return (
    <Link
      to={{ search: to }}
      preventScrollReset
      aria-current={current ? 'page' : undefined}
      className={PANEL_ACTION}
    >
      {children}
    </Link>
  )
}
