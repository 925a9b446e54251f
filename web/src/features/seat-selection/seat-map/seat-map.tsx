import type { Seat } from '@marquee/contract/seats'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import type { SelectionState } from '../selection/use-selection.ts'
import { useShake } from '../selection/use-shake.ts'
import { findSeatForArrowKey } from './keyboard-navigation.ts'
import { layoutRow, layoutWidth } from './row-layout.ts'
import { ScreenBar } from './screen-bar.tsx'
import { SeatCaption } from './seat-caption.tsx'
import { SeatRow } from './seat-row.tsx'
import { groupByRow } from './seat-rows.ts'
import { useDragPan } from './use-drag-pan.ts'
import { usePinchZoom } from './use-pinch-zoom.ts'
import { useZoom } from './use-zoom.ts'
import { ZoomControls } from './zoom-controls.tsx'
import './seats.css'

interface Props {
  seats: Seat[]
  selection: SelectionState
}

/** One tab stop. Arrow keys move from seat to seat, Enter or Space selects. */
export function SeatMap({ seats, selection }: Props) {
  const { closed, pending, refusal, toggleSeat } = selection
  const rows = useMemo(() => groupByRow(seats).map(layoutRow), [seats])
  const [tabStop, setTabStop] = useState<string>()
  const [hovered, setHovered] = useState<string>()
  const viewport = useRef<HTMLDivElement>(null)
  const cells = layoutWidth(rows)
  const zoom = useZoom(viewport, cells)
  usePinchZoom(viewport, zoom.zoomBy)
  useDragPan(viewport)
  useShake(viewport, refusal)

  const handleClick = (event: MouseEvent) => {
    const seatId = placeIdOf(event)
    const byPointer = event.detail > 0
    if (byPointer && !zoom.isTappable) zoom.zoomIn({ x: event.clientX, y: event.clientY })
    else if (seatId) toggleSeat(seatId)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const from = placeIdOf(event)
    const wholeMap = event.ctrlKey || event.metaKey
    const next = from && findSeatForArrowKey(rows, from, { key: event.key, wholeMap })
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
        <div className="seat-map-content">
          <ScreenBar />
          <table
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid is a table with focusable cells
            role="grid"
            aria-label="Seat map"
            onClick={handleClick}
            onKeyDown={handleKeyDown}
            onFocus={(event) => setTabStop(placeIdOf(event) ?? tabStop)}
            onMouseOver={(event) => setHovered(placeIdOf(event))}
            onMouseLeave={() => setHovered(undefined)}
          >
            <tbody>
              {rows.map((row) => (
                <SeatRow
                  key={row.letters}
                  row={row}
                  closed={closed}
                  pending={pending}
                  tabStop={tabStop ?? rows[0]?.seats[0]?._id}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <div className="seat-map-footer">
        <SeatCaption seat={seats.find(({ _id }) => _id === hovered)} />
        <ZoomControls zoomBy={zoom.zoomBy} zoomToFit={zoom.zoomToFit} />
      </div>
    </div>
  )
}

const placeIdOf = ({ target }: { target: EventTarget }) =>
  (target instanceof Element && target.closest<HTMLElement>('[data-place]')?.dataset.place) ||
  undefined

function focusPlace(container: HTMLElement | null, placeId: string) {
  container?.querySelector<HTMLElement>(`[data-place="${CSS.escape(placeId)}"]`)?.focus()
}
