import { ShowBlock } from './show-block.tsx'
import { showState } from './show-state.ts'
import type { Timeline } from './timeline.ts'

const percent = (part: number) => `${100 * part}%`

/** The shows of wide windows: one row per screen. `now` is in epoch milliseconds. */
export function TimelineView({ timeline, now }: { timeline: Timeline; now: number }) {
  return (
    <section aria-label="Shows by screen" className="panel overflow-x-auto">
      <div className="min-w-[70rem] pe-4">
        <div aria-hidden="true" className="relative ms-28 h-9">
          {timeline.hours.map(({ at, label }) => (
            <span
              key={label}
              className="absolute top-2 border-s border-rule ps-1.5 text-sm text-ash"
              style={{ left: percent(at) }}
            >
              {label}
            </span>
          ))}
        </div>
        {timeline.rows.map(({ screen, shows }) => (
          <section key={screen._id} aria-label={screen.name} className="flex border-t border-rule">
            <h2 className="w-28 shrink-0 px-4 py-3 text-sm">{screen.name}</h2>
            <div className="relative h-30 flex-1">
              {timeline.hours.map(({ at, label }) => (
                <span
                  key={label}
                  aria-hidden="true"
                  className="absolute inset-y-0 border-s border-rule/60"
                  style={{ left: percent(at) }}
                />
              ))}
              {shows.map(({ show, start, width }) => (
                <div
                  key={show._id}
                  className="absolute inset-y-1.5 pe-0.5"
                  style={{ left: percent(start), width: percent(width) }}
                >
                  <ShowBlock show={show} state={showState(show, now)} />
                </div>
              ))}
              {timeline.now !== undefined && (
                <span
                  aria-hidden="true"
                  className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-px bg-danger"
                  style={{ left: percent(timeline.now) }}
                />
              )}
            </div>
          </section>
        ))}
      </div>
    </section>
  )
}
