import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import Car from 'lucide-react/icons/car'
import { useState } from 'react'
import { SearchBox } from '#ui/search-box.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { useSetVehicleState, vehiclesQuery } from './valet.queries.ts'
import { VehicleRow } from './vehicle-row.tsx'
import { filterVehicles } from './vehicle-states.ts'

/** The vehicles of a show, called ones first. */
export function VehicleList({ showtimeId }: { showtimeId: string }) {
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
