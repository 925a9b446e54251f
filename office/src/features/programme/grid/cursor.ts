import { cellKey, type GridLayout, type PlacedShow } from './layout.ts'

/** Where the keyboard is in the grid. */
export interface Cursor {
  screenId: string
  day: string
  /** The key of a show. Undefined: the free time of the cell, where Enter adds a show. */
  showKey: string | undefined
}

interface Grid extends GridLayout {
  screenIds: readonly string[]
  days: readonly string[]
}

const showsAt = ({ cells }: Grid, { screenId, day }: Pick<Cursor, 'screenId' | 'day'>) =>
  cells.get(cellKey(screenId, day)) ?? []

/** The cursor in a grid that has changed: a show that is gone leaves it at the free time of its cell. */
export function validCursor(grid: Grid, cursor: Cursor | undefined): Cursor | undefined {
  const { screenIds, days } = grid
  const screenId = cursor && screenIds.includes(cursor.screenId) ? cursor.screenId : screenIds[0]
  const day = cursor && days.includes(cursor.day) ? cursor.day : days[0]
  if (screenId === undefined || day === undefined) return undefined
  const exists = showsAt(grid, { screenId, day }).some(({ show }) => show.key === cursor?.showKey)
  return { screenId, day, showKey: exists ? cursor?.showKey : undefined }
}

/**
 * Moves the cursor by a key. Up and down pass through the shows of a cell, then its free time, then the next screen. Left and right go to the show at about
 * the same time of another day. Undefined for other keys.
 */
export function moveCursor(grid: Grid, cursor: Cursor, key: string): Cursor | undefined {
  const { days, screenIds } = grid
  const day = days.indexOf(cursor.day)
  const screen = screenIds.indexOf(cursor.screenId)
  switch (key) {
    case 'ArrowLeft':
      return toDay(grid, cursor, days[day - 1])
    case 'ArrowRight':
      return toDay(grid, cursor, days[day + 1])
    case 'Home':
      return toDay(grid, cursor, days[0])
    case 'End':
      return toDay(grid, cursor, days.at(-1))
    case 'ArrowUp':
      return stepUp(grid, cursor)
    case 'ArrowDown':
      return stepDown(grid, cursor)
    case 'PageUp':
      return toScreen(grid, cursor, screenIds[screen - 1])
    case 'PageDown':
      return toScreen(grid, cursor, screenIds[screen + 1])
    default:
      return undefined
  }
}

const keyOf = (placed: PlacedShow | undefined) => placed?.show.key

function toDay(grid: Grid, cursor: Cursor, day: string | undefined): Cursor {
  return day === undefined ? cursor : nearTo(grid, cursor, { screenId: cursor.screenId, day })
}

function toScreen(grid: Grid, cursor: Cursor, screenId: string | undefined): Cursor {
  return screenId === undefined ? cursor : nearTo(grid, cursor, { screenId, day: cursor.day })
}

/** The show of another cell that starts nearest to the current one. From free time to free time. */
function nearTo(grid: Grid, cursor: Cursor, cell: Pick<Cursor, 'screenId' | 'day'>): Cursor {
  const start = showsAt(grid, cursor).find(({ show }) => show.key === cursor.showKey)?.start
  if (start === undefined) return { ...cell, showKey: undefined }
  const [nearest] = showsAt(grid, cell).toSorted(
    (a, b) => Math.abs(a.start - start) - Math.abs(b.start - start),
  )
  return { ...cell, showKey: keyOf(nearest) }
}

function stepDown(grid: Grid, cursor: Cursor): Cursor {
  const shows = showsAt(grid, cursor)
  const index = shows.findIndex(({ show }) => show.key === cursor.showKey)
  if (cursor.showKey !== undefined) return { ...cursor, showKey: keyOf(shows[index + 1]) }
  const screenId = grid.screenIds[grid.screenIds.indexOf(cursor.screenId) + 1]
  if (screenId === undefined) return cursor
  const below = { screenId, day: cursor.day }
  return { ...below, showKey: keyOf(showsAt(grid, below)[0]) }
}

function stepUp(grid: Grid, cursor: Cursor): Cursor {
  const shows = showsAt(grid, cursor)
  const index = shows.findIndex(({ show }) => show.key === cursor.showKey)
  if (cursor.showKey === undefined && shows.length > 0)
    return { ...cursor, showKey: keyOf(shows.at(-1)) }
  if (index > 0) return { ...cursor, showKey: keyOf(shows[index - 1]) }
  const screenId = grid.screenIds[grid.screenIds.indexOf(cursor.screenId) - 1]
  return screenId === undefined ? cursor : { screenId, day: cursor.day, showKey: undefined }
}
