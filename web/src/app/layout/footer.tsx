import { formatIsoDate } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { useHydrated } from '@marquee/ui-kit/ui/use-hydrated.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { CinemaAddress } from '#features/cinema/cinema-address.tsx'
import { cinemaQuery } from '#lib/api/cinema.queries.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { Ornament } from '#ui/ornament.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

const COLUMNS = [
  { title: 'About Us', to: '/about', links: ['Our Heritage', 'Join Our Team', 'Contact Us'] },
  { title: 'Guest Services', to: '/faq', links: ['FAQs', 'Premium Support', 'Privacy Policy'] },
  {
    title: 'Featured Films',
    to: '/',
    links: ['Now Showing', 'Coming Soon', 'Exclusive Premieres'],
  },
]

export function Footer() {
  const cinema = useCinema()
  return (
    <footer id="footer" className="mt-24">
      <div className="double-rule" />
      <div className="bg-velvet/60">
        <div className="mx-auto grid max-w-7xl gap-10 px-4 py-14 sm:px-8 lg:grid-cols-[1.4fr_2fr]">
          <div className="max-w-sm">
            <p className="display text-2xl text-brass">{siteSettings.brandName}</p>
            <p className="mt-3 text-ash">
              A luxury cinematic experience. Reserve premium tickets, and arrive to find your seat
              waiting.
            </p>
            <SocialLinks />
            {cinema && (
              <div className="mt-6">
                <CinemaAddress cinema={cinema} />
              </div>
            )}
          </div>
          <nav
            aria-label="Footer"
            className="grid grid-cols-2 gap-8 min-[390px]:grid-cols-3 min-[390px]:gap-x-4 sm:gap-x-8"
          >
            {COLUMNS.map((column) => (
              <FooterColumn key={column.title} {...column} />
            ))}
          </nav>
        </div>
        <div className="mx-auto max-w-7xl px-4 pb-10 sm:px-8">
          <Ornament />
          {/* The year of the server and of the visitor can differ. */}
          <p suppressHydrationWarning className="mt-6 text-center text-sm text-ash">
            © {formatIsoDate(serverNow(), siteSettings.timeZone).slice(0, 4)}{' '}
            {siteSettings.brandName}. All rights reserved.
          </p>
        </div>
      </div>
    </footer>
  )
}

function FooterColumn({ title, to, links }: (typeof COLUMNS)[number]) {
  return (
    <div>
      <h2 className="eyebrow font-sans">{title}</h2>
      <ul className="mt-3">
        {links.map((label) => (
          <li key={label}>
            <Link
              to={to}
              className="inline-flex min-h-9 items-center text-ivory/90 transition-colors hover:text-brass-bright"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const NETWORKS = [
  {
    name: 'Facebook',
    path: 'M13.5 21v-8h2.7l.4-3.1h-3.1v-2c0-.9.3-1.5 1.6-1.5h1.7V3.6a22 22 0 0 0-2.5-.1c-2.4 0-4.1 1.5-4.1 4.2v2.2H7.5V13h2.7v8z',
  },
  {
    name: 'Twitter',
    path: 'M21.5 5.9a7.6 7.6 0 0 1-2.2.6 3.9 3.9 0 0 0 1.7-2.1 7.7 7.7 0 0 1-2.5.9 3.9 3.9 0 0 0-6.6 3.5A11 11 0 0 1 3.9 4.7a3.9 3.9 0 0 0 1.2 5.2 3.8 3.8 0 0 1-1.7-.5c0 1.9 1.3 3.5 3.1 3.9a3.9 3.9 0 0 1-1.7.1 3.9 3.9 0 0 0 3.6 2.7A7.8 7.8 0 0 1 2.6 17.7 11 11 0 0 0 19.6 7.9a7.9 7.9 0 0 0 1.9-2z',
  },
  {
    name: 'Instagram',
    path: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 1.8A3.2 3.2 0 0 0 4.8 8v8A3.2 3.2 0 0 0 8 19.2h8a3.2 3.2 0 0 0 3.2-3.2V8A3.2 3.2 0 0 0 16 4.8zM12 7.6a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8zm0 1.8a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2zM16.8 6.2a1.05 1.05 0 1 1 0 2.1 1.05 1.05 0 0 1 0-2.1z',
  },
]

/** Links without a target (specification §1). They have the link role but take no keyboard focus. */
function SocialLinks() {
  return (
    <ul className="mt-6 flex flex-wrap gap-3">
      {NETWORKS.map(({ name, path }) => (
        <li key={name}>
          {/* biome-ignore lint/a11y/useValidAnchor: these links have no target */}
          <a
            role="link"
            aria-disabled="true"
            className="grid size-11 place-items-center rounded-full border border-brass/35 text-brass"
          >
            <VisuallyHidden>{name}</VisuallyHidden>
            <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5" fill="currentColor">
              <path d={path} fillRule="evenodd" />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Where the cinema is. Undefined until it is loaded, and when it cannot be loaded. */
function useCinema() {
  const isHydrated = useHydrated()
  const { data } = useQuery(cinemaQuery)
  // The footer may have loaded it before the code of a page arrives, which the server has rendered without it.
  return isHydrated ? data : undefined
}
