import { formatDay, formatLocalTime } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import Undo from 'lucide-react/icons/undo-2'
import { lazy, Suspense, useState } from 'react'
import type { DailyChange } from '#features/programme/draft/preview.ts'
import { keyOfRule, nameOfRule, type PreviewRule } from '#features/programme/draft/preview-show.ts'
import type { WeekProgramme } from '#lib/programme.queries.ts'

// The code of dialogs is not needed at the start.
const RuleDialog = lazy(async () => ({
  default: (await import('#features/programme/dialogs/rule-dialogs.tsx')).RuleDialog,
}))
const PauseDialog = lazy(async () => ({
  default: (await import('#features/programme/dialogs/rule-dialogs.tsx')).PauseDialog,
}))

interface Props {
  programme: WeekProgramme
  rules: readonly PreviewRule[]
  today: string
  onChange: (change: DailyChange) => void
}

const RULE_STATE_NAMES = { added: 'New', changed: 'Changed', removed: 'Ends' } as const

/** The daily showtimes: each adds a show every day, but for the days that are left out. */
export function DailyRules({ programme, rules, today, onChange }: Props) {
  const [edited, setEdited] = useState<PreviewRule>()
  const [paused, setPaused] = useState<PreviewRule>()
  const screens = new Map(programme.screens.map(({ _id, name }) => [_id, name]))
  const movies = new Map(programme.movies.map(({ _id, name }) => [_id, name]))
  if (rules.length === 0) return null

  return (
    <section aria-label="Daily showtimes" className="panel mt-4 p-4">
      <h2 className="font-semibold">Daily showtimes</h2>
      <p className="text-sm text-ash">
        Each adds a show every day. <span>Add one with “Every day from now on”.</span>
      </p>
      <ul className="mt-2 grid">
        {rules.map((rule) => (
          <li key={keyOfRule(rule)} className="daily-rule">
            <span className="min-w-0">
              <span className="font-semibold">
                {formatLocalTime(rule.at)} · {screens.get(rule.screenId)}
              </span>
              <span className="block">{movies.get(rule.movieId)}</span>
            </span>
            <span className="flex flex-wrap items-center gap-1.5">
              {rule.state !== 'same' && <span className="tag">{RULE_STATE_NAMES[rule.state]}</span>}
              {rule.except
                .filter((day) => day >= today)
                .map((day) => (
                  <button
                    key={day}
                    type="button"
                    className="tag min-h-8 text-ash pointer-coarse:min-h-11 hover:text-ivory"
                    onClick={() =>
                      onChange({ type: 'daily', action: 'resume', ...nameOfRule(rule), date: day })
                    }
                  >
                    <span>Not on {formatDay(day)}</span>
                    <Undo aria-hidden="true" className="size-4" />
                    <span className="sr-only">, show it again</span>
                  </button>
                ))}
            </span>
            {rule.state !== 'removed' && (
              <span className="-ms-4 flex flex-wrap gap-1 xl:ms-0">
                <Button variant="quiet" onClick={() => setEdited(rule)}>
                  Edit…
                </Button>
                <Button variant="quiet" onClick={() => setPaused(rule)}>
                  Leave out a day…
                </Button>
                <Button
                  variant="quiet"
                  onClick={() => onChange({ type: 'daily', action: 'split', ...nameOfRule(rule) })}
                >
                  Turn into single shows
                </Button>
                <Button
                  variant="quiet"
                  onClick={() => onChange({ type: 'daily', action: 'remove', ...nameOfRule(rule) })}
                >
                  Remove
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {edited && (
          <RuleDialog
            programme={programme}
            rule={edited}
            onSave={onChange}
            onClose={() => setEdited(undefined)}
          />
        )}
        {paused && (
          <PauseDialog
            rule={paused}
            today={today}
            onSave={onChange}
            onClose={() => setPaused(undefined)}
          />
        )}
      </Suspense>
    </section>
  )
}
