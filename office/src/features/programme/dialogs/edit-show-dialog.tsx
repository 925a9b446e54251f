import { formatDate, formatTime, formatTimeInput, parseLocalTime } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import type { ShowValues } from '#features/programme/draft/draft-edits.ts'
import { goneText, isKept, type PreviewShow } from '#features/programme/draft/preview-show.ts'
import { showPath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import type { WeekProgramme } from '#lib/programme.queries.ts'
import { ShowFields } from './show-fields.tsx'

interface Props {
  programme: WeekProgramme
  show: PreviewShow
  /** Undefined: the removal cannot be taken back here. */
  onRestore: (() => void) | undefined
  onSave: (values: ShowValues) => void
  onShowPlan: () => void
  onRemove: () => void
  onClose: () => void
}

/** One show: its movie, screen and start. A show that has started can only be looked at. */
export function EditShowDialog(props: Props) {
  const { programme, show, onClose } = props
  const timeZone = useTimeZone()
  const movie = programme.movies.find(({ _id }) => _id === show.movieId)
  const screen = programme.screens.find(({ _id }) => _id === show.screenId)
  const moment = `${formatDate(show.startsAt, timeZone)}, ${formatTime(show.startsAt, timeZone)}`
  return (
    <Dialog title={movie?.name ?? 'Show'} text={`${screen?.name}, ${moment}`} onClose={onClose}>
      <ShowState show={show} />
      {!isKept(show) || show.startsAt <= serverNow() ? (
        <FixedShow {...props} />
      ) : (
        <ShowForm {...props} timeZone={timeZone} />
      )}
    </Dialog>
  )
}

function ShowState({ show: { existing, rule, state } }: { show: PreviewShow }) {
  return (
    <div className="mb-4 grid gap-1">
      {existing && (
        <p>
          <span>
            {existing.sold} of {existing.capacity} seats sold
            {existing.held > 0 && `, ${existing.held} held`}
          </span>
          {' · '}
          <Link to={showPath(existing._id)} className="text-link">
            Open the show
          </Link>
        </p>
      )}
      {rule && isKept({ state }) && (
        <p className="text-ash">
          A daily showtime. Changes here are for this day only; the daily showtimes are below the
          week.
        </p>
      )}
    </div>
  )
}

function FixedShow({ show, onRestore, onClose }: Props) {
  return (
    <div className="grid gap-4">
      <p>{isKept(show) ? 'The show has started.' : goneText(show)}</p>
      {onRestore && (
        <Button
          onClick={() => {
            onRestore()
            onClose()
          }}
        >
          Keep the show
        </Button>
      )}
    </div>
  )
}

function ShowForm({
  programme,
  show,
  timeZone,
  onSave,
  onShowPlan,
  onRemove,
  onClose,
}: Props & { timeZone: string }) {
  const { register, handleSubmit, watch, setError, formState } = useForm({
    defaultValues: {
      movieId: show.movieId,
      screenId: show.screenId,
      day: show.day,
      time: formatTimeInput(show.startsAt, timeZone),
      cutoffMinutes: show.cutoffMinutes,
    },
  })
  const [movieId, day, time] = watch(['movieId', 'day', 'time'])
  const replacesSold = movieId !== show.movieId && (show.existing?.sold ?? 0) > 0

  const save = (then?: () => void) =>
    handleSubmit(({ screenId, cutoffMinutes, ...values }) => {
      const startsAt = parseLocalTime(values.day, values.time, timeZone)
      if (!(startsAt > serverNow()))
        return setError('time', { message: 'Please give a start in the future.' })
      onSave({ movieId: values.movieId, screenId, startsAt, cutoffMinutes })
      onClose()
      return then?.()
    })
  const { errors } = formState
  return (
    <form onSubmit={save()} noValidate className="grid gap-4">
      <ShowFields autoFocus programme={programme} register={register} errors={errors}>
        <DateField label="Day" type="date" format={formatDate} {...register('day')} value={day} />
        <DateField
          label="Start"
          type="time"
          format={formatTime}
          error={errors.time?.message}
          {...register('time')}
          value={time}
        />
      </ShowFields>
      {replacesSold && (
        <ErrorText>
          Seats are sold for this movie: the show is cancelled and refunded, and another takes its
          place.
        </ErrorText>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit">Save</Button>
        <Button variant="secondary" onClick={save(onShowPlan)}>
          Save and show the plan
        </Button>
        <Button
          variant="danger"
          className="sm:ms-auto"
          onClick={() => {
            onRemove()
            onClose()
          }}
        >
          Remove
        </Button>
      </div>
    </form>
  )
}
