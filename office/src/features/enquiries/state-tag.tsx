import type { Enquiry, EnquiryState } from '@marquee/contract/office/enquiries/enquiries'
import { NavLink } from 'react-router'
import { enquiryPath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { shortDateTimeOf } from '#lib/format.ts'

export const STATE_NAMES: Record<EnquiryState, string> = {
  new: 'New',
  answered: 'Answered',
  closed: 'Closed',
  spam: 'Spam',
}

const STATE_COLOURS: Record<EnquiryState, string> = {
  new: 'border-wait text-wait',
  answered: 'border-good text-good',
  closed: 'border-ash/60 text-ash',
  spam: 'border-ash/60 text-ash',
}

export const StateTag = ({ state }: { state: EnquiryState }) => (
  <span className={`tag shrink-0 ${STATE_COLOURS[state]}`}>{STATE_NAMES[state]}</span>
)

interface Props {
  enquiries: Enquiry[]
  /** The query of the page, which links keep. */
  search: string
}

/** The enquiries of the list, each as a link with its beginning. */
export function EnquiryList({ enquiries, search }: Props) {
  const timeZone = useTimeZone()
  return (
    <ul aria-label="Enquiries" className="panel divide-y divide-rule">
      {enquiries.map(({ _id, name, email, text, at, state, device }) => (
        <li key={_id}>
          <NavLink
            to={{ pathname: enquiryPath(_id), search }}
            className="block px-4 py-3 hover:bg-ash/10 aria-[current=page]:bg-ash/15"
          >
            <span className="flex items-center justify-between gap-3">
              <span dir="auto" className="min-w-0 truncate font-semibold">
                {name ?? email}
              </span>{' '}
              <StateTag state={state} />
            </span>{' '}
            <span dir="auto" className="line-clamp-2 wrap-anywhere">
              {text}
            </span>{' '}
            <span className="block text-sm text-ash">
              {shortDateTimeOf(at, timeZone)}
              {device && ` · ${device.name}`}
            </span>
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
