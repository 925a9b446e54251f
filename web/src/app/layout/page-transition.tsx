import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Ornament } from '#ui/ornament.tsx'

/** Specification §9. */
const COVER_MS = 1000
const REVEAL_MS = 250

/**
 * Covers the page for a second after each navigation to another path. The new page loads and renders behind it.
 * It does not receive focus or keyboard input.
 */
export function PageTransition() {
  const { pathname } = useLocation()
  const [navigation, setNavigation] = useState({ pathname, count: 0 })
  if (navigation.pathname !== pathname) setNavigation({ pathname, count: navigation.count + 1 })

  return <div role="status">{navigation.count > 0 && <Overlay key={navigation.count} />}</div>
}

function Overlay() {
  const [phase, setPhase] = useState<'covering' | 'revealing' | 'done'>('covering')

  useEffect(() => {
    if (phase === 'done') return
    const isCovering = phase === 'covering'
    const timer = setTimeout(
      () => setPhase(isCovering ? 'revealing' : 'done'),
      isCovering ? COVER_MS : REVEAL_MS,
    )
    return () => clearTimeout(timer)
  }, [phase])

  if (phase === 'done') return null
  return (
    <div data-page-transition={phase} className="page-transition">
      <span className="page-transition-left" />
      <span className="page-transition-right" />
      <div className="page-transition-text">
        <Ornament className="mx-auto mb-5 w-48" />
        <p>Preparing your premium experience...</p>
      </div>
    </div>
  )
}
