import { useEffect, useState } from 'react'
import { Ornament } from '#ui/ornament.tsx'

/** Specification, section 9. */
const CLOSED_MS = 1000
const OPENING_MS = 250

/** Closed for a second; then it parts and is gone. */
export function Curtain() {
  const [act, setAct] = useState<'closed' | 'opening' | 'gone'>('closed')

  useEffect(() => {
    if (act === 'closed') return after(CLOSED_MS, () => setAct('opening'))
    if (act === 'opening') return after(OPENING_MS, () => setAct('gone'))
    return undefined
  }, [act])

  if (act === 'gone') return null
  return (
    <div data-curtain={act} className="page-loader">
      <span className="page-loader-left" />
      <span className="page-loader-right" />
      <div className="page-loader-words">
        <Ornament className="mx-auto mb-5 w-48" />
        <p>Preparing your premium experience...</p>
      </div>
    </div>
  )
}

function after(ms: number, draw: () => void) {
  const timer = setTimeout(draw, ms)
  return () => clearTimeout(timer)
}
