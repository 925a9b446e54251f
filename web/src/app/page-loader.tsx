import { useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { Curtain } from '#app/curtain.tsx'

/**
 * A curtain falls whenever a visitor sets out for another page. It hangs over that page, which loads and
 * renders behind it, and takes neither focus nor keys.
 */
export function PageLoader() {
  const { pathname } = useLocation()
  const { location: ahead } = useNavigation()
  const bound = ahead?.pathname ?? pathname

  const [trip, setTrip] = useState({ bound, number: 0 })
  if (trip.bound !== bound) setTrip({ bound, number: trip.number + 1 })

  return (
    <div role="status">
      {trip.number > 0 && <Curtain key={trip.number} arrived={ahead === undefined} />}
    </div>
  )
}
