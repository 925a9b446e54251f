import { formatDate, formatLocalTime, formatTime } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { useForm } from 'react-hook-form'
import type { DailyChange } from '#features/programme/draft/preview.ts'
import { nameOfRule, type PreviewRule } from '#features/programme/draft/preview-show.ts'
import type { WeekProgramme } from '#lib/programme.queries.ts'
import { ShowFields } from './show-fields.tsx'

interface RuleDialogProps {
  programme: WeekProgramme
  rule: PreviewRule
  onSave: (change: DailyChange) => void
  onClose: () => void
}

/** Changes a daily showtime. */
export function RuleDialog({ programme, rule, onSave, onClose }: RuleDialogProps) {
  const { register, handleSubmit, watch, formState } = useForm({
    defaultValues: {
      movieId: rule.movieId,
      screenId: rule.screenId,
      at: rule.at,
      cutoffMinutes: rule.cutoffMinutes,
    },
  })
  const submit = handleSubmit((values) => {
    onSave({ type: 'daily', action: 'set', ...values, from: nameOfRule(rule) })
    onClose()
  })
  const { errors } = formState
  return (
    <Dialog
      title="Daily showtime"
      text="Changes all of its shows that have not started."
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <ShowFields programme={programme} register={register} errors={errors}>
          <DateField
            label="Time"
            type="time"
            format={formatTime}
            error={errors.at?.message}
            {...register('at', { required: 'Please give a time of day.' })}
            value={watch('at')}
          />
        </ShowFields>
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

/** Leaves a day out of a daily showtime. */
export function PauseDialog({ rule, today, onSave, onClose }: PauseDialogProps) {
  const { register, handleSubmit, watch } = useForm({ defaultValues: { date: today } })
  const submit = handleSubmit(({ date }) => {
    if (date === '') return
    onSave({ type: 'daily', action: 'pause', ...nameOfRule(rule), date })
    onClose()
  })
  return (
    <Dialog title={`Leave out ${formatLocalTime(rule.at)} on a day`} onClose={onClose}>
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
