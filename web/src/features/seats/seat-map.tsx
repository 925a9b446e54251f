import type { Seat } from '@marquee/contract/seats'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import type { Pending } from '#lib/selection.ts'
import { useShake } from '#lib/use-shake.ts'
import { Screen } from './screen.tsx'
import { SeatCaption } from './seat-caption.tsx'
import { planRow, planWidth } from './seat-plan.ts'
import { SeatRow } from './seat-row.tsx'
import { seatRows } from './seat-rows.ts'
import { seatByKey } from './seat-steps.ts'
import { useDragPan } from './use-drag-pan.ts'
import { usePinch } from './use-pinch.ts'
import { useZoom } from './use-zoom.ts'
import { ZoomControls } from './zoom-controls.tsx'
import './seats.css'

interface Props {
  seats: Seat[]
  closed: boolean
  pending: Pending
  refusal: { placeId: string } | undefined
  onToggle: (seatId: string) => void
}

/** The hall. One tab stop; arrows lead from seat to seat, Enter or Space takes one. */
export function SeatMap({ seats, closed, pending, refusal, onToggle }: Props) {
  const rows = useMemo(() => seatRows(seats).map(planRow), [seats])
  const [tabStop, setTabStop] = useState<string>()
  const [pointed, setPointed] = useState<string>()
  const viewport = useRef<HTMLDivElement>(null)
  const cells = planWidth(rows)
  const zoom = useZoom(viewport, cells)
  usePinch(viewport, zoom.zoomBy)
  useDragPan(viewport)
  useShake(viewport, refusal)

  const firstSeat = rows[0]?.seats[0]?._id
  const press = (event: MouseEvent) => {
    const seatId = placeAt(event)
    const byPointer = event.detail > 0
    if (byPointer && !zoom.isTappable) zoom.comeNearer({ x: event.clientX, y: event.clientY })
    else if (seatId) onToggle(seatId)
  }
  const step = (event: KeyboardEvent) => {
    const from = placeAt(event)
    const next = from && seatByKey(rows, from, event.key, event.ctrlKey || event.metaKey)
    if (!next) return
    event.preventDefault()
    setTabStop(next._id)
    focusPlace(viewport.current, next._id)
  }

  return (
    <div
      className="seat-map"
      data-overview={!zoom.isTappable || undefined}
      data-overflowing={zoom.overflows || undefined}
      style={{ '--cell': `${zoom.cell}px`, '--cells': cells }}
    >
      <div ref={viewport} className="seat-viewport">
        <div className="seat-hall">
          <Screen />
          <table
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid is a table one can walk through
            role="grid"
            aria-label="Seat map"
            onClick={press}
            onKeyDown={step}
            onFocus={(event) => setTabStop(placeAt(event) ?? tabStop)}
            onMouseOver={(event) => setPointed(placeAt(event))}
            onMouseLeave={() => setPointed(undefined)}
          >
            <tbody>
              {rows.map((row) => (
                <SeatRow
                  key={row.letters}
                  row={row}
                  closed={closed}
                  pending={pending}
                  tabStop={tabStop ?? firstSeat}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <div className="seat-map-foot">
        <SeatCaption seat={seats.find(({ _id }) => _id === pointed)} />
        <ZoomControls zoomBy={zoom.zoomBy} zoomToFit={zoom.zoomToFit} />
      </div>
    </div>
  )
}

const placeAt = ({ target }: { target: EventTarget }) =>
  (target instanceof Element && target.closest<HTMLElement>('[data-place]')?.dataset.place) ||
  undefined

function focusPlace(within: HTMLElement | null, placeId: string) {
  within?.querySelector<HTMLElement>(`[data-place="${CSS.escape(placeId)}"]`)?.focus()
}
