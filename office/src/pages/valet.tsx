import { listValetShows, type Vehicle, VehicleState } from '@marquee/contract/office/valet'
import { slotTypeName } from '@marquee/contract/parking-slots'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Select } from '@marquee/ui-kit/ui/field.tsx'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import CalendarX from 'lucide-react/icons/calendar-x'
import Car from 'lucide-react/icons/car'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSetVehicleState, vehiclesQuery } from '#features/valet/valet.queries.ts'
import { filterVehicles, VEHICLE_STATE_NAMES } from '#features/valet/vehicle-states.ts'
import { currentShow } from '#lib/current-show.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { shortDateTimeOf } from '#lib/format.ts'
import { ShowPicker } from '#lib/show-picker.tsx'
import { LIST_REFETCH_MS, showKeys } from '#lib/shows.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

/** What usually comes next, and the text of its button. */
const NEXT_STEPS: Record<VehicleState, { state: VehicleState; text: string } | undefined> = {
  expected: { state: 'arrived', text: 'Arrived' },
  arrived: { state: 'parked', text: 'Parked' },
  parked: { state: 'returned', text: 'Returned' },
  called: { state: 'returned', text: 'Returned' },
  returned: undefined,
}

/** The shows of today, and those whose vehicles are not all returned. */
const valetShowsQuery = queryOptions({
  queryKey: showKeys.list('valet'),
  queryFn: ({ signal }) => call(listValetShows, {}, signal),
  refetchInterval: LIST_REFETCH_MS,
})

/** The valet's post: who has arrived, and who waits for a vehicle. */
export function ValetPage() {
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch } = useQuery(valetShowsQuery)
  const showtimeId = search.get('show') ?? currentShow(data?.shows ?? [], serverNow())?._id

  return (
    <Page
      title="Valet"
      tools={
        data &&
        showtimeId && (
          <ShowPicker
            shows={data.shows}
            today={data.date}
            value={showtimeId}
            onChange={(show) => setSearch({ show })}
          />
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && !showtimeId && (
        <div className="panel">
          <EmptyState ornament={<CalendarX />} title="No shows today" />
        </div>
      )}
      {showtimeId && <VehicleList key={showtimeId} showtimeId={showtimeId} />}
      <HowDoI
        answers={[
          ['find a vehicle', 'Type a part of the plate, the slot or the reference.'],
          ['correct a mistake', 'Choose the right state in the list beside the button.'],
          ['know who waits', 'Called vehicles are on top, in the order of the calls.'],
        ]}
      />
    </Page>
  )
}

/** The vehicles of a show, called ones first. */
function VehicleList({ showtimeId }: { showtimeId: string }) {
  const [text, setText] = useState('')
  const { data, error, refetch } = useQuery(vehiclesQuery(showtimeId))
  const setState = useSetVehicleState(showtimeId)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows />

  const vehicles = filterVehicles(data.vehicles, text)
  const called = data.vehicles.filter(({ state }) => state === 'called').length
  return (
    <>
      <SearchBox
        label="Search vehicles"
        placeholder="Plate, slot or reference"
        value={text}
        className="mb-3 max-w-md"
        onChange={({ target }) => setText(target.value)}
      />
      <p role="status" className="mb-3 font-semibold">
        {called === 0 ? 'Nobody is waiting for a vehicle.' : `${called} waiting for a vehicle`}
      </p>
      {vehicles.length === 0 ? (
        <div className="panel">
          <EmptyState
            ornament={<Car />}
            title={text ? `No vehicle for “${text}”` : 'No parking was sold for this show'}
          />
        </div>
      ) : (
        <ul className="grid gap-2">
          {vehicles.map((vehicle) => (
            <VehicleRow
              key={vehicle.placeId}
              vehicle={vehicle}
              onChange={(state) => setState(vehicle, state)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

const COLOURS: Record<VehicleState, string> = {
  expected: 'text-ash',
  arrived: 'text-wait',
  parked: 'text-ivory',
  called: 'text-danger',
  returned: 'text-good',
}

interface VehicleRowProps {
  vehicle: Vehicle
  onChange: (state: VehicleState) => void
}

/** A vehicle with the button for its next step. The list has the others, for mistakes. */
function VehicleRow({ vehicle, onChange }: VehicleRowProps) {
  const timeZone = useTimeZone()
  const { slot, type, vehicleNumber, reference, state, since } = vehicle
  const next = NEXT_STEPS[state]
  return (
    <li
      data-state={state}
      className="panel grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 p-3 data-[state=called]:border-2 data-[state=called]:border-danger data-[state=returned]:bg-ink"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-lg font-semibold">{slot}</span>
          <span className="tabular text-lg">{vehicleNumber ?? 'No plate given'}</span>
        </p>
        <p className="text-sm text-ash">
          <span className={`font-semibold ${COLOURS[state]}`}>{VEHICLE_STATE_NAMES[state]}</span>
          {since && ` since ${shortDateTimeOf(since, timeZone)}`} · {slotTypeName(type)} ·{' '}
          <span className="whitespace-nowrap">{reference}</span>
        </p>
      </div>
      <div className="flex items-center gap-2 max-sm:col-span-2 max-sm:grid max-sm:grid-cols-2">
        <Select
          aria-label={`State of ${slot}`}
          value={state}
          onChange={({ target }) => onChange(VehicleState.parse(target.value))}
        >
          {VehicleState.options.map((option) => (
            <option key={option} value={option}>
              {VEHICLE_STATE_NAMES[option]}
            </option>
          ))}
        </Select>
        {next && (
          <Button className="min-w-28" onClick={() => onChange(next.state)}>
            {next.text}
          </Button>
        )}
      </div>
    </li>
  )
}
