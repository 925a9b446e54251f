import { formatIsoDate } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Link } from 'react-router'
import { useCinema } from '#features/cinema/cinema.queries.ts'
import { CinemaAddress } from '#features/cinema/cinema-address.tsx'
import { siteSettings } from '#lib/site-settings.ts'
import { Ornament } from '#ui/ornament.tsx'
import { SocialLinks } from './social-links.tsx'

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
