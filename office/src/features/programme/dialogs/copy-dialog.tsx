import { addDays, DAY_MS, formatDay, formatIsoDate } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Checkbox, SelectField } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { EditedDraft } from '#features/programme/draft/draft.queries.ts'
import { copyToDay, type ShowValues } from '#features/programme/draft/draft-edits.ts'
import { previewChanges } from '#features/programme/draft/preview.ts'
import type { PreviewShow } from '#features/programme/draft/preview-show.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { programmeQuery } from '#lib/programme.queries.ts'
import { DAYS_PER_WEEK } from '#lib/week.ts'
import { DayChoice } from './day-choice.tsx'

/** Shows to add, and shows that they replace. */
export interface Copy {
  adds: ShowValues[]
  replaced: PreviewShow[]
}

/** Single shows that are not over: those that a copy may replace. */
const replaceable = (shows: readonly PreviewShow[], now: number) =>
  shows.filter(({ rule, state, startsAt }) => !rule && state !== 'removed' && startsAt > now)

interface DayProps {
  days: readonly string[]
  today: string
  /** The day to copy unless staff chooses another. */
  day: string
  shows: readonly PreviewShow[]
  onCopy: (copy: Copy) => void
  onClose: () => void
}

/** Copies all single shows of a day to other days of the week. */
export function CopyDayDialog({ days, today, day, shows, onCopy, onClose }: DayProps) {
  const timeZone = useTimeZone()
  const { register, handleSubmit, watch, setValue, setError, formState } = useForm({
    defaultValues: { from: day, to: [] as string[], isReplacing: false },
  })
  const [from, to] = watch(['from', 'to'])
  const submit = handleSubmit((values) => {
    const targets = values.to.filter((target) => target !== values.from)
    if (targets.length === 0) return setError('to', { message: 'Please choose a day.' })
    const now = serverNow()
    const atTargets = shows.filter((show) => targets.includes(show.day))
    const replaced = values.isReplacing ? replaceable(atTargets, now) : []
    const existing = atTargets.filter((show) => !replaced.includes(show))
    const source = shows.filter((show) => show.day === values.from)
    onCopy({
      adds: targets.flatMap((target) => copyToDay(source, target, { timeZone, now, existing })),
      replaced,
    })
    return onClose()
  })
  return (
    <Dialog title="Copy a day" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <SelectField label="Copy" {...register('from')}>
          {days.map((option) => (
            <option key={option} value={option}>
              {formatDay(option)}
            </option>
          ))}
        </SelectField>
        <DayChoice
          legend="To"
          days={days}
          firstDay={today}
          except={from}
          chosen={to}
          error={formState.errors.to?.message}
          onAll={(all) => setValue('to', all)}
          field={register('to')}
        />
        <Checkbox {...register('isReplacing')}>
          Remove the single shows of those days first
        </Checkbox>
        <Button type="submit">Copy</Button>
      </form>
    </Dialog>
  )
}

const WEEKS_AHEAD = 12

interface WeekProps {
  /** The first day of the week to copy. */
  from: string
  shows: readonly PreviewShow[]
  draft: Pick<EditedDraft, 'changes'>
  /** Also gets the first day of the week to which the shows are copied. */
  onCopy: (copy: Copy, to: string) => void
  onClose: () => void
}

/** Copies all single shows of a week to another week. */
export function CopyWeekDialog({ from, shows, draft, onCopy, onClose }: WeekProps) {
  const timeZone = useTimeZone()
  const { register, handleSubmit } = useForm({
    defaultValues: { to: addDays(from, DAYS_PER_WEEK), isReplacing: false },
  })
  const today = formatIsoDate(serverNow(), timeZone)
  const weeks = Array.from({ length: WEEKS_AHEAD }, (_, week) =>
    addDays(from, (week + 1) * DAYS_PER_WEEK),
  ).filter((week) => addDays(week, DAYS_PER_WEEK) > today)

  const copy = useMutation({
    mutationFn: async ({ to, isReplacing }: { to: string; isReplacing: boolean }) => {
      const target = await queryClient.fetchQuery(programmeQuery(to))
      const now = serverNow()
      const { shows: atTarget } = previewChanges(target, draft.changes, { now, timeZone })
      const replaced = isReplacing ? replaceable(atTarget, now) : []
      const existing = atTarget.filter((show) => !replaced.includes(show))
      const offset = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
      const byDay = [...Map.groupBy(shows, ({ day }) => day)]
      const adds = byDay.flatMap(([day, ofDay]) =>
        copyToDay(ofDay, addDays(day, offset), { timeZone, now, existing }),
      )
      return { adds, replaced }
    },
    onSuccess: (result, { to }) => {
      onCopy(result, to)
      onClose()
    },
  })
  return (
    <Dialog
      title="Copy the week"
      text="Single shows only: daily showtimes are in every week."
      isBusy={copy.isPending}
      onClose={onClose}
    >
      <form
        onSubmit={handleSubmit((values) => copy.mutate(values))}
        noValidate
        className="grid gap-4"
      >
        <SelectField label="To the week from" {...register('to')}>
          {weeks.map((week) => (
            <option key={week} value={week}>
              {formatDay(week)}
            </option>
          ))}
        </SelectField>
        <Checkbox {...register('isReplacing')}>Remove the single shows of that week first</Checkbox>
        {copy.error && <ErrorText>{copy.error.message}</ErrorText>}
        <Button type="submit" busy={copy.isPending}>
          Copy
        </Button>
      </form>
    </Dialog>
  )
}
