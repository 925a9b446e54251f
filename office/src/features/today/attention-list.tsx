import { type Attention, countAvailable, type Show } from '@marquee/contract/office/shows/shows'
import { countOf } from '@marquee/contract/text/count'
import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { mayOpen, OFFICE_PAGES } from '#lib/access.ts'
import { useScopes, useTimeZone } from '#lib/device.queries.ts'
import { openEnquiriesQuery } from '#lib/enquiries.queries.ts'
import { shortDateTimeOf } from '#lib/format.ts'
import { healthQuery } from '#lib/health.queries.ts'
import { ShowLink } from './show-link.tsx'

const TEXTS: Record<Attention, (show: Show) => string> = {
  NEARLY_SOLD_OUT: ({ seats }) => `${countAvailable(seats)} seats left`,
  HARDLY_SOLD: ({ seats }) =>
    seats.sold === 0 ? 'No seat sold' : `Only ${seats.sold} of ${seats.capacity} sold`,
  BLOCK_ENDING: () => 'Blocked places are unblocked within 15 minutes',
  ADMISSION_EXCESS: () => 'A door let in too many people while it was offline',
  CANCELLATION_UNFINISHED: ({ seats }) =>
    `Cancelled, ${countOf(seats.sold, 'seat')} still to be refunded`,
}

/** What needs attention now. */
export function AttentionList({ shows, cancelling }: { shows: Show[]; cancelling: Show[] }) {
  const timeZone = useTimeZone()
  const scopes = useScopes()
  const { data: health } = useQuery({ ...healthQuery, enabled: mayOpen(scopes, 'settings') })
  const { data: openEnquiries = 0 } = useQuery({
    ...openEnquiriesQuery,
    enabled: mayOpen(scopes, 'enquiries'),
  })
  const failedMails = health?.mails.failed ?? 0
  const otherDays = cancelling.filter(({ _id }) => shows.every((show) => show._id !== _id))
  const items = [...shows, ...otherDays].flatMap((show) =>
    show.attention.map((attention) => ({ show, attention })),
  )
  return (
    <section aria-label="Needs attention" className="panel p-4">
      <h2 className="mb-2 font-semibold">Needs attention</h2>
      {items.length + failedMails + openEnquiries === 0 ? (
        <p className="flex items-center gap-2 text-ash">
          <CircleCheck aria-hidden="true" className="size-5 text-good" />
          <span>Nothing at the moment</span>
        </p>
      ) : (
        <ul className="grid gap-1">
          {failedMails > 0 && (
            <PageItem path={OFFICE_PAGES.settings.path}>
              {countOf(failedMails, 'email')} delayed
            </PageItem>
          )}
          {openEnquiries > 0 && (
            <PageItem path={`${OFFICE_PAGES.enquiries.path}?state=new`}>
              {countOf(openEnquiries, 'enquiry', 'enquiries')} to answer
            </PageItem>
          )}
          {items.map(({ show, attention }) => (
            <li key={`${show._id} ${attention}`}>
              <ShowLink
                show={show}
                className="-mx-2 flex items-start gap-2.5 rounded border border-transparent px-2 py-1.5"
              >
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-wait" />
                <span className="min-w-0">
                  <span className="block font-medium">{TEXTS[attention](show)}</span>
                  <span className="block text-sm text-ash">
                    {show.movie.name}, {shortDateTimeOf(show.startTime, timeZone)},{' '}
                    {show.screen.name}
                  </span>
                </span>
              </ShowLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What needs attention on another page. */
const PageItem = ({ path, children }: { path: string; children: ReactNode }) => (
  <li>
    <Link
      to={path}
      className="flex items-center gap-2.5 py-1.5 font-medium pointer-coarse:min-h-11"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-wait" />
      <span>{children}</span>
    </Link>
  </li>
)
