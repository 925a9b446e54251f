import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import {
  type Enquiry,
  EnquiryState,
  listEnquiries,
} from '@marquee/contract/office/enquiries/enquiries'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import Inbox from 'lucide-react/icons/inbox'
import { useDeferredValue, useState } from 'react'
import { Link, NavLink, useParams, useSearchParams } from 'react-router'
import { EnquiryPanel } from '#features/enquiries/enquiry-panel.tsx'
import { ENQUIRY_STATE_NAMES, StateTag } from '#features/enquiries/state-tag.tsx'
import { TemplatesDialog } from '#features/enquiries/templates-dialog.tsx'
import { enquiryPath, mayManageShows, OFFICE_PAGES } from '#lib/access.ts'
import { useScopes, useTimeZone } from '#lib/device.queries.ts'
import { ENQUIRIES_KEY } from '#lib/enquiries.queries.ts'
import { shortDateTimeOf } from '#lib/format.ts'
import { LIST_REFETCH_MS } from '#lib/shows.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

interface EnquiryFilter {
  /** Undefined: all but spam. */
  state: EnquiryState | undefined
  q: string
}

/** The enquiries in pages, the latest first. */
const useEnquiries = ({ state, q }: EnquiryFilter) =>
  useInfiniteQuery({
    queryKey: [...ENQUIRIES_KEY, 'list', state ?? 'all', q],
    refetchInterval: LIST_REFETCH_MS,
    queryFn: ({ pageParam, signal }) =>
      call(listEnquiries, { querystring: { state, q: q || undefined, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: ResponseBody<typeof listEnquiries>) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

/** What visitors have asked: the list, and the chosen one with its answers. */
export function EnquiriesPage() {
  const { enquiryId } = useParams()
  const [search, setSearch] = useSearchParams()
  const [isEditing, setEditing] = useState(false)
  const text = search.get('q') ?? ''
  const q = useDeferredValue(text.trim())
  const state = EnquiryState.safeParse(search.get('state')).data
  const list = useEnquiries({ state, q })
  const enquiries = list.data?.pages.flatMap((page) => page.enquiries) ?? []
  const counts = list.data?.pages[0]?.counts
  const isManager = mayManageShows(useScopes())

  const filterBy = (changes: { q?: string; state?: string | undefined }) => {
    const next = Object.entries({ q: text, state, ...changes })
    setSearch(
      next.filter((entry): entry is [string, string] => Boolean(entry[1])),
      { replace: true },
    )
  }
  return (
    <Page
      title="Enquiries"
      tools={
        isManager && (
          <Button variant="secondary" onClick={() => setEditing(true)}>
            Templates…
          </Button>
        )
      }
    >
      <SearchBox
        label="Search enquiries"
        placeholder="Name, email or words"
        value={text}
        className="mb-3 max-w-2xl"
        onChange={({ target }) => filterBy({ q: target.value })}
      />
      <fieldset aria-label="State" className="mb-4 flex flex-wrap gap-2">
        {[undefined, ...EnquiryState.options].map((each) => (
          <button
            key={each ?? 'all'}
            type="button"
            aria-pressed={each === state}
            className="tag min-h-11 border-ash/60 px-3 aria-pressed:bg-ivory aria-pressed:text-velvet"
            onClick={() => filterBy({ state: each })}
          >
            {[each ? ENQUIRY_STATE_NAMES[each] : 'All', each && counts?.[each]].join(' ').trim()}
          </button>
        ))}
      </fieldset>
      <div
        className={
          enquiryId ? 'grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]' : 'max-w-3xl'
        }
      >
        <div className={`min-w-0 ${enquiryId ? 'max-lg:order-last' : ''}`}>
          {list.error && !list.data && (
            <LoadError error={list.error} onRetry={() => void list.refetch()} />
          )}
          {list.isPending && <SkeletonRows rows={5} className="h-20" />}
          {list.data && enquiries.length === 0 && (
            <div className="panel">
              <EmptyState
                ornament={<Inbox />}
                title={q || state ? 'No enquiry is like that' : 'No enquiries yet'}
                text="Questions and messages from the pages FAQ and Contact arrive here."
              />
            </div>
          )}
          {enquiries.length > 0 && <EnquiryList enquiries={enquiries} search={search.toString()} />}
          {list.hasNextPage && (
            <Button
              variant="secondary"
              className="mt-4"
              busy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Older enquiries
            </Button>
          )}
        </div>
        {enquiryId && (
          <div className="panel min-w-0 self-start p-4 lg:sticky lg:top-6 lg:max-h-[calc(100svh-3rem)] lg:overflow-y-auto">
            <Link
              to={{ pathname: OFFICE_PAGES.enquiries.path, search: search.toString() }}
              className="mb-3 inline-flex min-h-9 items-center text-sm pointer-coarse:min-h-11 font-medium text-ash underline underline-offset-4"
            >
              Back to the list
            </Link>
            <EnquiryPanel key={enquiryId} enquiryId={enquiryId} />
          </div>
        )}
      </div>
      <HowDoI
        answers={[
          [
            'answer a question',
            'Open it, write the answer or choose a template, and press Send answer. The visitor gets an email. Replies to it arrive in the mailbox of the cinema.',
          ],
          [
            'prevent two answers',
            'Press See to it here before you write. If another device was faster, the page shows its answer and sends nothing.',
          ],
          [
            'get rid of spam',
            'Open it and press Spam. The list no longer shows it, except under Spam.',
          ],
        ]}
      />
      {isEditing && <TemplatesDialog onClose={() => setEditing(false)} />}
    </Page>
  )
}

interface EnquiryListProps {
  enquiries: Enquiry[]
  /** The query of the page, which links keep. */
  search: string
}

/** The enquiries of the list, each as a link with its beginning. */
function EnquiryList({ enquiries, search }: EnquiryListProps) {
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
