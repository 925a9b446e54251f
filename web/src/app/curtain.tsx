import { useEffect, useState } from 'react'
import { Ornament } from '#ui/ornament.tsx'

/** Specification, section 9. */
const CLOSED_MS = 1000
const OPENING_MS = 250

/** Closed for a second, or until what it hides has arrived; then it parts and is gone. */
export function Curtain({ arrived }: { arrived: boolean }) {
  const [act, setAct] = useState<'closed' | 'opening' | 'gone'>('closed')
  const scene = act === 'opening' && !arrived ? 'waiting' : act

  useEffect(() => {
    if (scene === 'closed') return after(CLOSED_MS, () => setAct('opening'))
    if (scene === 'opening') return after(OPENING_MS, () => setAct('gone'))
    return undefined
  }, [scene])

  if (scene === 'gone') return null
  return (
    <div data-curtain={scene} className="page-loader">
      <span className="page-loader-left" />
      <span className="page-loader-right" />
      <div className="page-loader-words">
        <Ornament className="mx-auto mb-5 w-48" />
        <p>Preparing your premium experience...</p>
      </div>
    </div>
  )
}

function after(ms: number, act: () => void) {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
