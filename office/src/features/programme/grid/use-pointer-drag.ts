import { formatTimeInput } from '@marquee/contract/time'
import { type PointerEvent, useRef } from 'react'
import type { PreviewShow } from '#features/programme/draft/preview-show.ts'
import { minutesOfTime, snap } from '#features/programme/starts.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import type { Drag, GridPlace } from './drag.ts'
import { type FirstCell, toMinutes } from './geometry.ts'

interface Options {
  /** The show with this key, or undefined if it must stay. */
  findMovable: (key: string, isCopy: boolean) => PreviewShow | undefined
  /** Reads where the first cell is on the page: once for a drag, because it can make the browser lay out the page. */
  findFirstCell: () => FirstCell | undefined
  /** The place at a point of the page. */
  placeAt: (first: FirstCell, point: Point) => GridPlace | undefined
  onDrag: (drag: Drag | undefined) => void
  onDrop: (drag: Drag) => void
}

/** A pointer that moves less is a click. Pixels. */
const MIN_DISTANCE = 5

/** Pixels on the page: it may scroll during a drag. */
interface Point {
  x: number
  y: number
}

interface Press extends Point {
  key: string
  /** Minutes from the start of the show to the point that was pressed. */
  offset: number
  /** Null: the pointer has not moved yet. */
  drag: Drag | null
  firstCell?: FirstCell | undefined
}

/** Drags shows with a mouse or a pen. With Alt a copy. Fingers scroll. Returns the listeners of the grid: shows have none. */
export function usePointerDrag({ findMovable, findFirstCell, placeAt, onDrag, onDrop }: Options) {
  const timeZone = useTimeZone()
  const press = useRef<Press>(undefined)

  const stop = () => {
    press.current = undefined
    onDrag(undefined)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'touch' || event.button !== 0) return
      if (!(event.target instanceof Element)) return
      const element = event.target.closest<HTMLElement>('[data-show]')
      const { show: key } = element?.dataset ?? {}
      if (!element || key === undefined) return
      const { pageX: x, pageY: y, clientY } = event
      const offset = toMinutes(clientY - element.getBoundingClientRect().top)
      press.current = { key, x, y, offset, drag: null }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = press
      if (!current) return
      const { pageX: x, pageY: y, altKey: isCopy } = event
      if (!current.drag) {
        if (Math.hypot(x - current.x, y - current.y) < MIN_DISTANCE) return
        const show = findMovable(current.key, isCopy)
        if (!show) return stop()
        const { screenId, day, startsAt } = show
        const start = minutesOfTime(formatTimeInput(startsAt, timeZone))
        current.drag = { show, isCopy, screenId, day, start }
        current.firstCell = findFirstCell()
        event.currentTarget.setPointerCapture?.(event.pointerId)
      }
      const place = current.firstCell && placeAt(current.firstCell, { x, y })
      if (!place) return
      const start = Math.max(snap(place.start - current.offset), 0)
      const { drag: last } = current
      const isSame =
        last.isCopy === isCopy &&
        last.start === start &&
        last.day === place.day &&
        last.screenId === place.screenId
      if (isSame) return
      current.drag = { ...last, ...place, start, isCopy }
      onDrag(current.drag)
    },
    onPointerUp: () => {
      const { current } = press
      press.current = undefined
      if (!current?.drag) return
      onDrop(current.drag)
    },
    onPointerCancel: stop,
    onKeyDownCapture: (event: { key: string; stopPropagation: () => void }) => {
      if (event.key !== 'Escape' || !press.current?.drag) return
      event.stopPropagation()
      stop()
    },
  }
}
