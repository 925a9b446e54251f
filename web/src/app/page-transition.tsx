import { useState } from 'react'
import { useLocation } from 'react-router'
import { Curtain } from '#app/curtain.tsx'

/**
 * A curtain falls whenever a visitor goes to another page. It hangs over that page, which loads and renders
 * behind it, and takes neither focus nor keys.
 */
export function PageTransition() {
  const { pathname } = useLocation()
  const [visit, setVisit] = useState({ pathname, number: 0 })
  if (visit.pathname !== pathname) setVisit({ pathname, number: visit.number + 1 })

  return <div role="status">{visit.number > 0 && <Curtain key={visit.number} />}</div>
}
