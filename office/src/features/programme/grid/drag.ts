import { DAY_MS, MINUTE_MS } from '@marquee/contract/time'
import type { PreviewShow } from '#features/programme/draft/preview-show.ts'
import { SNAP_MINUTES } from '#features/programme/starts.ts'

/** Where a show begins. */
export interface GridPlace {
  screenId: string
  /** `2026-12-01` */
  day: string
  /** Minutes since midnight. */
  start: number
}

/** A show that staff moves or copies, with the keyboard or the pointer, and the place at which it would be dropped. */
export interface Drag extends GridPlace {
  show: PreviewShow
  isCopy: boolean
}

interface Places {
  screenIds: readonly string[]
  days: readonly string[]
}

const LATEST_START = DAY_MS / MINUTE_MS - SNAP_MINUTES

/** Moves a dragged show by a key: left and right by a day, up and down by five minutes, with Shift by an hour, Page up and down by a screen. Undefined for other keys. */
export function dragByKey(
  drag: Drag,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { screenIds, days }: Places,
): Drag | undefined {
  const step = shiftKey ? 60 : SNAP_MINUTES
  const day = days.indexOf(drag.day)
  const screen = screenIds.indexOf(drag.screenId)
  const atStart = (start: number) => ({
    ...drag,
    start: Math.min(Math.max(start, 0), LATEST_START),
  })
  switch (key) {
    case 'ArrowLeft':
      return { ...drag, day: days[day - 1] ?? drag.day }
    case 'ArrowRight':
      return { ...drag, day: days[day + 1] ?? drag.day }
    case 'ArrowUp':
      return atStart(drag.start - step)
    case 'ArrowDown':
      return atStart(drag.start + step)
    case 'PageUp':
      return { ...drag, screenId: screenIds[screen - 1] ?? drag.screenId }
    case 'PageDown':
      return { ...drag, screenId: screenIds[screen + 1] ?? drag.screenId }
    default:
      return undefined
  }
}
