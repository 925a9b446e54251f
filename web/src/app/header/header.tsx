import { DEFAULT_PROFILE_PICTURE } from '@marquee/contract/accounts/pictures'
import { isAuthPage, PAGES } from '@marquee/contract/pages'
import Menu from 'lucide-react/icons/menu'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '#features/session/session.store.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { NAVIGATION, NavigationLink } from './navigation-link.tsx'

const NoticeBell = lazy(async () => ({
  default: (await import('#features/notices/notice-bell.tsx')).NoticeBell,
}))
const loadMenu = () => import('./slide-out-menu.tsx')
const SlideOutMenu = lazy(async () => ({ default: (await loadMenu()).SlideOutMenu }))

export function Header() {
  const { pathname } = useLocation()

  return (
    <header className="sticky top-0 z-20 bg-ink short:static">
      <div className="mx-auto flex h-18 max-w-7xl items-center short:h-14 gap-6 px-4 sm:px-8">
        <Link to="/" className="group mr-auto grid min-w-0">
          <span className="truncate display text-2xl leading-9 text-brass transition-colors group-hover:text-brass-bright">
            {siteSettings.brandName}
          </span>
          <span className="text-sm leading-4 text-ash sm:tracking-label">
            Premium Theatre Experience
          </span>
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          {NAVIGATION.map((link) => (
            <NavigationLink key={link.to} {...link} />
          ))}
          <AccountLink />
        </nav>
        <Notices />
        {/* The key closes the menu on each navigation, also on going back. */}
        <MobileMenu key={pathname} />
      </div>
      <div className="double-rule" />
    </header>
  )
}

/** Loads the bell for signed-in users only, after the page. */
function Notices() {
  const userId = useSession(({ currentUser }) => currentUser?._id)
  if (userId === undefined) return null
  return (
    <div className="min-h-11 min-w-11 shrink-0 max-md:-mr-5 md:-mr-2 md:-ml-4">
      <Suspense>
        <NoticeBell key={userId} userId={userId} />
      </Suspense>
    </div>
  )
}

function MobileMenu() {
  const [open, setOpen] = useState(false)

  return (
    <>
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={loadMenu}
        onClick={() => setOpen(true)}
        className="-mr-2 grid size-11 shrink-0 place-items-center rounded text-brass hover:text-brass-bright md:hidden"
      >
        <Menu aria-hidden="true" />
      </button>
      {open && (
        <Suspense>
          <SlideOutMenu onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The profile picture of the signed-in user or the placeholder for it, or a Sign In button. */
function AccountLink() {
  const user = useSession((session) => session.currentUser)
  const { pathname } = useLocation()

  if (!user) {
    return (
      <LinkButton
        to={PAGES.signIn}
        replace={isAuthPage(pathname)}
        variant="secondary"
        className="ml-3"
      >
        Sign In
      </LinkButton>
    )
  }
  return (
    <Link
      to={PAGES.profile}
      aria-label="Profile"
      className="ml-3 shrink-0 rounded-full transition-shadow hover:ring-2 hover:ring-brass-bright"
    >
      <Avatar
        picture={user.profilePicture}
        placeholder={DEFAULT_PROFILE_PICTURE}
        className="size-11"
      />
    </Link>
  )
}
