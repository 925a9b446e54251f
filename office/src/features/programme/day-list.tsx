import { isClosedOn } from '@marquee/contract/office/programme/closed-days'
import { formatDay, formatTime } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Select } from '@marquee/ui-kit/ui/field.tsx'
import Repeat from 'lucide-react/icons/repeat'
import {
  CHANGE_STATE_NAMES,
  isKept,
  type PreviewShow,
} from '#features/programme/draft/preview-show.ts'
import type { GridPlace } from '#features/programme/grid/drag.ts'
import type { ShownProgramme } from '#features/programme/grid/grid-rows.tsx'
import { cellKey, nextStart } from '#features/programme/grid/layout.ts'

interface Props extends ShownProgramme {
  day: string
  onDay: (day: string) => void
  onAdd: (place: GridPlace) => void
  onOpen: (show: PreviewShow) => void
}

/** The programme of narrow windows: one day, screen by screen. */
export function DayList({ screens, days, day, today, layout, movieNames, timeZone, ...on }: Props) {
  return (
    <div className="grid gap-4">
      <Select aria-label="Day" value={day} onChange={({ target }) => on.onDay(target.value)}>
        {days.map((option) => (
          <option key={option} value={option}>
            {formatDay(option)}
          </option>
        ))}
      </Select>
      {screens.map(({ _id, name, closed }) => {
        const placed = layout.cells.get(cellKey(_id, day)) ?? []
        return (
          <section key={_id} aria-label={name} className="panel">
            <div className="flex items-center justify-between gap-2 ps-3">
              <h2 className="font-semibold">{name}</h2>
              {day >= today && (
                <Button
                  variant="quiet"
                  onClick={() => on.onAdd({ screenId: _id, day, start: nextStart(placed) })}
                >
                  <span>
                    Add a show<span className="sr-only"> on {name}</span>
                  </span>
                </Button>
              )}
            </div>
            {placed.length === 0 && (
              <p className="border-t border-rule px-3 py-2.5 text-ash">
                {isClosedOn(closed, day) ? 'Closed' : 'No shows'}
              </p>
            )}
            <ul>
              {placed.map(({ show, isTight }) => (
                <li key={show.key} className="border-t border-rule">
                  <button
                    type="button"
                    className="grid w-full grid-cols-[5.25rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2 text-start"
                    onClick={() => on.onOpen(show)}
                  >
                    <span className="tabular font-semibold">
                      {formatTime(show.startsAt, timeZone)}
                    </span>
                    <span className="min-w-0">
                      <span
                        className={`block truncate font-semibold ${isKept(show) ? '' : 'line-through'}`}
                      >
                        {movieNames.get(show.movieId)}
                      </span>
                      <span className="flex items-center gap-1.5 text-sm text-ash">
                        {show.rule && <Repeat aria-label="Daily" role="img" className="size-3.5" />}
                        <span>until {formatTime(show.endsAt, timeZone)}</span>
                      </span>
                      {isTight && (
                        <span className="block text-sm text-danger">
                          No time for cleaning before it
                        </span>
                      )}
                    </span>
                    <span className="tabular text-end">
                      {CHANGE_STATE_NAMES[show.state] ??
                        (show.existing && `${show.existing.sold}/${show.existing.capacity}`)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
