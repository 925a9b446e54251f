import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { getShow, StaffPlace } from '@marquee/contract/office/shows/shows'
import { SLOT_TYPES, slotPrice, slotTypeName } from '@marquee/contract/parking-slots'
import { formatRupees } from '@marquee/contract/text/money'
import type { MapSeat } from '@marquee/ui-kit/seat-map/map-seat.ts'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import CalendarX from 'lucide-react/icons/calendar-x'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { placeAppearance, placeNote } from '#features/show/place-state.ts'
import type { ChosenPlaceIds } from '#features/show/selection.ts'
import { useShowSelection } from '#features/show/use-show-selection.ts'
import { maySell, OFFICE_PAGES } from '#lib/access.ts'
import { useScopes, useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { showQuery } from '#lib/shows.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { StaffSeatMap } from '#ui/staff-seat-map.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { ShowPanel } from './show-panel.tsx'
import './staff-seats.css'

/** One show: its places, live, and what staff can do with them. */
export function ShowPage() {
  const { showtimeId = '' } = useParams()
  const { data, error, refetch } = useQuery(showQuery(showtimeId))
  if (data) return <ShowView key={showtimeId} {...data} />
  return (
    <Page title="Show">
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={1} className="h-[60svh]" />
      )}
    </Page>
  )
}

function ShowView({ show, places }: ResponseBody<typeof getShow>) {
  const timeZone = useTimeZone()
  // Nothing of a cancelled show is sold or blocked.
  const isForSale = maySell(useScopes()) && show.cancelled === null
  const selection = useShowSelection(places, isForSale)
  const heading = (
    <div className="min-w-0">
      <Link
        to={OFFICE_PAGES.today.path}
        className="inline-flex min-h-9 items-center gap-1.5 text-sm pointer-coarse:min-h-11 font-medium text-ash hover:text-ivory"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        <span>Today</span>
      </Link>
      <h1 className="text-xl">
        {show.movie.name} <span className="font-normal text-ash">({show.movie.rating})</span>
      </h1>
      <p className="text-ash">
        {dateTimeOf(show.startTime, timeZone)} · {show.screen.name}
      </p>
    </div>
  )
  return (
    <Page title={`${show.movie.name}, ${show.screen.name}`} heading={heading}>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 content-start gap-4">
          {show.cancelled?.isFinished ? (
            <div className="panel">
              <EmptyState
                ornament={<CalendarX />}
                title="This show is cancelled"
                text="None of its seats and parking slots are for sale."
              />
            </div>
          ) : (
            <>
              <section aria-label="Seats" className="panel min-w-0 overflow-hidden pb-2">
                <StaffMap
                  places={places}
                  selection={selection.ids}
                  onToggle={selection.toggle}
                  refusal={selection.refusal}
                />
              </section>
              <SlotButtons places={places} selection={selection.ids} onToggle={selection.toggle} />
            </>
          )}
        </div>
        <aside
          aria-label="Actions"
          className="panel self-start p-4 max-lg:data-active:sticky max-lg:data-active:bottom-14 max-lg:data-active:max-h-[75svh] max-lg:data-active:overflow-y-auto max-lg:data-active:shadow-raised lg:sticky lg:top-6 lg:max-h-[calc(100svh-3rem)] lg:overflow-y-auto"
          data-active={
            selection.places.length > 0 || selection.reference !== undefined || undefined
          }
        >
          <ShowPanel show={show} allPlaces={places} selection={selection} maySell={isForSale} />
        </aside>
      </div>
      <HowDoI
        answers={[
          ['sell the two best seats', 'Press 2, then S. Or type 2 premium and press Enter twice.'],
          ['sell certain seats', 'Type D5 D6 and press Enter, or choose them on the map.'],
          [
            'keep seats for guests',
            'Choose them and press B. They are unblocked at the time that you give. When the guests pay, type the seats again and press Sell.',
          ],
        ]}
      />
    </Page>
  )
}

interface SlotButtonsProps {
  places: StaffPlace[]
  selection: ChosenPlaceIds
  onToggle: (placeId: string) => void
}

/** The parking slots of a show. */
function SlotButtons({ places, selection, onToggle }: SlotButtonsProps) {
  const timeZone = useTimeZone()
  const slots = places.filter(({ kind }) => kind !== 'seat')
  if (slots.length === 0) return null
  const free = slots.filter(({ status }) => status === 'AVAILABLE').length
  return (
    <details className="panel">
      <summary className="min-h-11 px-4 py-2.5 font-semibold">
        Parking <span className="font-normal text-ash">· {free} free</span>
      </summary>
      {SLOT_TYPES.map((type) => {
        const ofType = slots.filter(({ kind }) => kind === type)
        if (ofType.length === 0) return null
        return (
          <section key={type} aria-label={slotTypeName(type)} className="px-4 pb-4">
            <h3 className="mb-1.5 text-sm font-medium">
              {slotTypeName(type)} <span className="text-ash">{formatRupees(slotPrice(type))}</span>
            </h3>
            <ul className="slot-grid">
              {ofType.map((slot) => (
                <li key={slot._id} className="grid">
                  <button
                    type="button"
                    data-place={slot._id}
                    data-appearance={placeAppearance(slot, selection.has(slot._id))}
                    aria-pressed={selection.has(slot._id)}
                    aria-disabled={slot.status === 'HELD' || undefined}
                    aria-label={`${slotTypeName(type)} slot ${slot.label}, ${slot.price} rupees, ${placeNote(slot, timeZone)}`}
                    title={placeNote(slot, timeZone)}
                    onClick={() => onToggle(slot._id)}
                    className="slot"
                  >
                    {slot.label}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </details>
  )
}

interface StaffSeat extends MapSeat {
  place: StaffPlace
}

const APPEARANCES = [
  ['available', 'Available'],
  ['selected', 'Chosen'],
  ['held', 'Held'],
  ['sold', 'Sold'],
  ['admitted', 'Let in'],
  ['unavailable', 'Blocked'],
] as const

interface StaffMapProps {
  places: StaffPlace[]
  selection: ChosenPlaceIds
  onToggle: (placeId: string) => void
  refusal: { placeId: string } | undefined
}

/** The seats of a show as staff sees them: with bookings, deadlines and reasons. */
function StaffMap({ places, selection, onToggle, refusal }: StaffMapProps) {
  const timeZone = useTimeZone()
  const seats = useMemo(() => places.filter(({ kind }) => kind === 'seat').map(seatOf), [places])
  const view = {
    appearanceOf: ({ place }: StaffSeat) => placeAppearance(place, selection.has(place._id)),
    isInactive: ({ place }: StaffSeat) => place.status === 'HELD',
    stateOf: ({ place }: StaffSeat) =>
      selection.has(place._id) ? 'chosen' : placeNote(place, timeZone),
  }
  return (
    <StaffSeatMap
      legend={{ appearances: APPEARANCES }}
      map={{ seats, view, onToggle, refusal, noteOf: ({ place }) => placeNote(place, timeZone) }}
    />
  )
}

/** One object per place, so that rows without a change are not rendered again. */
const seats = new WeakMap<StaffPlace, StaffSeat>()

function seatOf(place: StaffPlace): StaffSeat {
  const { _id, label: seatNumber, x, category, price, accessible } = place
  const seat = seats.get(place) ?? {
    _id,
    seatNumber,
    x,
    category: category ?? '',
    price,
    place,
    accessible,
  }
  seats.set(place, seat)
  return seat
}
