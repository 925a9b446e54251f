import { formatDate, formatTime, formatTimeInput, parseLocalTime } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { showPath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import type { WeekProgramme } from '#lib/programme.queries.ts'
import { type Block, goneText, isKept } from '../draft/block.ts'
import type { ShowValues } from '../draft/draft-edits.ts'
import { CURSOR_ID } from '../grid/grid-cell.tsx'
import {
  CUTOFF_NUMBER,
  CutoffField,
  MOVIE_REQUIRED,
  MovieField,
  ScreenField,
} from './show-fields.tsx'

interface Props {
  programme: WeekProgramme
  block: Block
  /** Undefined: the removal cannot be taken back here. */
  onRestore: (() => void) | undefined
  onSave: (values: ShowValues) => void
  onShowPlan: () => void
  onRemove: () => void
  onClose: () => void
}

/** One show: its movie, screen and start. A show that has started can only be looked at. */
export function EditShowDialog(props: Props) {
  const { programme, block, onClose } = props
  const timeZone = useTimeZone()
  const movie = programme.movies.find(({ _id }) => _id === block.movieId)
  const screen = programme.screens.find(({ _id }) => _id === block.screenId)
  const moment = `${formatDate(block.startsAt, timeZone)}, ${formatTime(block.startsAt, timeZone)}`
  return (
    <Dialog
      title={movie?.name ?? 'Show'}
      text={`${screen?.name}, ${moment}`}
      fallbackFocusId={CURSOR_ID}
      onClose={onClose}
    >
      <ShowState block={block} />
      {!isKept(block) || block.startsAt <= serverNow() ? (
        <FixedShow {...props} />
      ) : (
        <ShowForm {...props} timeZone={timeZone} />
      )}
    </Dialog>
  )
}

function ShowState({ block: { show, rule, state } }: { block: Block }) {
  return (
    <div className="mb-4 grid gap-1">
      {show && (
        <p>
          <span>
            {show.sold} of {show.capacity} seats sold
            {show.held > 0 && `, ${show.held} held`}
          </span>
          {' · '}
          <Link to={showPath(show._id)} className="underline underline-offset-4">
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

function FixedShow({ block, onRestore, onClose }: Props) {
  return (
    <div className="grid gap-4">
      <p>{isKept(block) ? 'The show has started.' : goneText(block)}</p>
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
  block,
  timeZone,
  onSave,
  onShowPlan,
  onRemove,
  onClose,
}: Props & { timeZone: string }) {
  const { register, handleSubmit, watch, setError, formState } = useForm({
    defaultValues: {
      movieId: block.movieId,
      screenId: block.screenId,
      day: block.day,
      time: formatTimeInput(block.startsAt, timeZone),
      cutoffMinutes: block.cutoffMinutes,
    },
  })
  const [movieId, day, time] = watch(['movieId', 'day', 'time'])
  const replacesSold = movieId !== block.movieId && (block.show?.sold ?? 0) > 0

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
      <MovieField
        autoFocus
        movies={programme.movies}
        error={errors.movieId?.message}
        {...register('movieId', MOVIE_REQUIRED)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <ScreenField screens={programme.screens} {...register('screenId')} />
        <CutoffField
          error={errors.cutoffMinutes?.message}
          {...register('cutoffMinutes', CUTOFF_NUMBER)}
        />
        <DateField label="Day" type="date" format={formatDate} {...register('day')} value={day} />
        <DateField
          label="Start"
          type="time"
          format={formatTime}
          error={errors.time?.message}
          {...register('time')}
          value={time}
        />
      </div>
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
