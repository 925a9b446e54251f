import { formatDate, formatDay, formatTime } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { WeekProgramme } from '#lib/programme.queries.ts'
import {
  CUTOFF_NUMBER,
  CutoffField,
  MOVIE_REQUIRED,
  MovieField,
  ScreenField,
} from './dialogs/show-fields.tsx'
import { keyOfRule, type PreviewRule, type RuleName } from './draft/block.ts'
import type { DailyChange } from './draft/preview.ts'

interface Props {
  programme: WeekProgramme
  rules: readonly PreviewRule[]
  today: string
  onChange: (change: DailyChange) => void
}

const RULE_STATE_NAMES = { added: 'New', changed: 'Changed', removed: 'Ends' } as const

const timeText = (at: string) => formatTime(Date.parse(`1970-01-01T${at}Z`), 'UTC')
const nameOf = ({ screenId, at }: RuleName): RuleName => ({ screenId, at })

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
                {timeText(rule.at)} · {screens.get(rule.screenId)}
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
                    className="tag min-h-8 text-ash hover:text-ivory"
                    onClick={() =>
                      onChange({ type: 'daily', action: 'resume', ...nameOf(rule), date: day })
                    }
                  >
                    <span>Not on {formatDay(day)}</span>
                    <X aria-hidden="true" className="size-4" />
                    <span className="sr-only">, show it again</span>
                  </button>
                ))}
            </span>
            {rule.state !== 'removed' && (
              <span className="flex flex-wrap gap-1">
                <Button variant="quiet" onClick={() => setEdited(rule)}>
                  Edit…
                </Button>
                <Button variant="quiet" onClick={() => setPaused(rule)}>
                  Leave out a day…
                </Button>
                <Button
                  variant="quiet"
                  onClick={() => onChange({ type: 'daily', action: 'split', ...nameOf(rule) })}
                >
                  Turn into single shows
                </Button>
                <Button
                  variant="quiet"
                  onClick={() => onChange({ type: 'daily', action: 'remove', ...nameOf(rule) })}
                >
                  Remove
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
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
    </section>
  )
}

interface RuleDialogProps {
  programme: WeekProgramme
  rule: PreviewRule
  onSave: (change: DailyChange) => void
  onClose: () => void
}

function RuleDialog({ programme, rule, onSave, onClose }: RuleDialogProps) {
  const { register, handleSubmit, watch, formState } = useForm({
    defaultValues: {
      movieId: rule.movieId,
      screenId: rule.screenId,
      at: rule.at,
      cutoffMinutes: rule.cutoffMinutes,
    },
  })
  const submit = handleSubmit((values) => {
    onSave({ type: 'daily', action: 'set', ...values, from: nameOf(rule) })
    onClose()
  })
  return (
    <Dialog
      title="Daily showtime"
      text="Changes all of its shows that have not started."
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <MovieField
          movies={programme.movies}
          error={formState.errors.movieId?.message}
          {...register('movieId', MOVIE_REQUIRED)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <ScreenField screens={programme.screens} {...register('screenId')} />
          <DateField
            label="Time"
            type="time"
            format={formatTime}
            error={formState.errors.at?.message}
            {...register('at', { required: 'Please give a time of day.' })}
            value={watch('at')}
          />
          <CutoffField
            error={formState.errors.cutoffMinutes?.message}
            {...register('cutoffMinutes', CUTOFF_NUMBER)}
          />
        </div>
        <Button type="submit">Save</Button>
      </form>
    </Dialog>
  )
}

interface PauseDialogProps {
  rule: PreviewRule
  today: string
  onSave: (change: DailyChange) => void
  onClose: () => void
}

function PauseDialog({ rule, today, onSave, onClose }: PauseDialogProps) {
  const { register, handleSubmit, watch } = useForm({ defaultValues: { date: today } })
  const submit = handleSubmit(({ date }) => {
    if (date === '') return
    onSave({ type: 'daily', action: 'pause', ...nameOf(rule), date })
    onClose()
  })
  return (
    <Dialog title={`Leave out ${timeText(rule.at)} on a day`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <DateField
          label="Day"
          type="date"
          min={today}
          format={formatDate}
          {...register('date')}
          value={watch('date')}
        />
        <Button type="submit">Leave it out</Button>
      </form>
    </Dialog>
  )
}
