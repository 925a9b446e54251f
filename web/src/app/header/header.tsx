import { Link, useLocation } from 'react-router'
import { siteSettings } from '#lib/site-settings.ts'
import { AccountLink } from './account-link.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { NAVIGATION, NavigationLink } from './navigation-link.tsx'
import { Notices } from './notices.tsx'

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
