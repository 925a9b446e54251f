import {
  applyProgramme,
  exportProgramme,
  planProgramme,
} from '@marquee/contract/office/programme/plans'
import { listShows, type Show } from '@marquee/contract/office/shows/shows'
import { addDays, formatIsoDate } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { HallEditor } from '#features/halls/hall-editor.tsx'
import { type EditedHall, FIRST_HALL, useHall } from '#features/halls/use-hall.ts'
import { CinemaForm } from '#features/welcome/cinema-form.tsx'
import { FirstMovieForm } from '#features/welcome/first-movie-form.tsx'
import {
  type CinemaFields,
  type FirstMovie,
  firstCatalogue,
} from '#features/welcome/first-programme.ts'
import { OFFICE_PAGES, programmeMoviesPath, showPath } from '#lib/access.ts'
import { useCurrentDevice, useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { showKeys } from '#lib/shows.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

const PROGRAMME_NOT_EMPTY =
  'The cinema has halls or movies already, for example from a colleague. Continue on the pages Halls and Programme.'

/** Whether the cinema has neither a hall nor a movie. */
const useIsEmptyProgramme = () =>
  useQuery({
    queryKey: ['is-empty-programme'],
    queryFn: ({ signal }) => isEmptyProgramme(signal),
    staleTime: 0,
  })

async function isEmptyProgramme(signal?: AbortSignal) {
  const { screens, movies } = await call(exportProgramme, {}, signal)
  return screens.length === 0 && movies.length === 0
}

interface OpeningRequest {
  catalogue: ReturnType<typeof firstCatalogue>
  /** The day of the show: 2026-12-01. */
  day: string
}

/** Plans and applies the first programme, and returns its show. Throws an error with the conflicts of the plan. */
const useOpenCinema = () =>
  useMutation({
    mutationFn: async ({ catalogue, day }: OpeningRequest): Promise<Show | undefined> => {
      if (!(await isEmptyProgramme())) throw new Error(PROGRAMME_NOT_EMPTY)
      const plan = await call(planProgramme, { body: { catalogue: JSON.stringify(catalogue) } })
      if (plan.removes.length > 0) throw new Error(PROGRAMME_NOT_EMPTY)
      if (plan.conflicts.length > 0)
        throw new Error(plan.conflicts.map(({ message }) => message).join('\n'))
      await call(applyProgramme, { body: { planId: plan.planId } })
      // Lists without a hall would lead back here.
      queryClient.removeQueries({ queryKey: showKeys.lists })
      await queryClient.invalidateQueries()
      const opened = await call(listShows, { querystring: { date: day } }).catch(() => undefined)
      return opened?.shows[0]
    },
  })

/** Sets up an empty cinema, up to the first show that visitors can book. */
export function WelcomePage() {
  const { data: isEmpty, error, refetch } = useIsEmptyProgramme()
  const open = useOpenCinema()
  return (
    <Page title="Set up the cinema">
      {error && isEmpty === undefined && <LoadError error={error} onRetry={() => void refetch()} />}
      {isEmpty === undefined && !error && <SkeletonRows />}
      {open.isSuccess && <Opened show={open.data} />}
      {!open.isSuccess && isEmpty === false && <NotEmpty />}
      {!open.isSuccess && isEmpty && <Steps open={open} />}
    </Page>
  )
}

const STEPS = ['The cinema', 'The hall', 'The first movie'] as const

function Steps({ open }: { open: ReturnType<typeof useOpenCinema> }) {
  const { cinema: known } = useCurrentDevice()
  const timeZone = useTimeZone()
  const [step, setStep] = useState(0)
  const [cinema, setCinema] = useState<CinemaFields>({
    name: known.name,
    address: known.address ?? '',
    phone: known.phone ?? '',
  })
  const [hallName, setHallName] = useState('Screen 1')
  const hall = useHall(FIRST_HALL)
  const [movie, setMovie] = useState<FirstMovie>(() => firstMovie(timeZone))
  const next = () => setStep(step + 1)
  const openCinema = (fields: FirstMovie) => {
    setMovie(fields)
    const { rows, parking } = hall
    const programme = { cinema, hall: { name: hallName, rows, parking }, movie: fields }
    open.mutate({ catalogue: firstCatalogue(programme, timeZone), day: fields.day })
  }
  return (
    <>
      <LeaveGuard
        hasChanges={step > 0 && !open.isSuccess}
        text="The cinema is not open yet. Leaving discards what was entered."
      />
      <ol className="mb-4 flex flex-wrap gap-x-6 gap-y-1" aria-label="Steps">
        {STEPS.map((name, index) => (
          <li
            key={name}
            aria-current={index === step ? 'step' : undefined}
            className={index === step ? 'font-semibold' : 'text-ash'}
          >
            {index + 1}. {name}
          </li>
        ))}
      </ol>
      {step === 0 && (
        <CinemaForm
          cinema={cinema}
          onNext={(fields) => {
            setCinema(fields)
            next()
          }}
        />
      )}
      {step === 1 && (
        <HallStep
          name={hallName}
          hall={hall}
          onBack={() => setStep(0)}
          onNext={(name) => {
            setHallName(name)
            next()
          }}
        />
      )}
      {step === 2 && (
        <FirstMovieForm
          movie={movie}
          isBusy={open.isPending}
          error={open.error}
          onBack={(fields) => {
            setMovie(fields)
            setStep(1)
          }}
          onOpen={openCinema}
        />
      )}
      <HowDoI
        answers={[
          [
            'enter a hall quickly',
            'Write its rows as text: A 1-12 Standard; B 1-14 Premium. The map beside it shows what visitors will see.',
          ],
          [
            'add more halls and movies',
            'Open the cinema with the first ones. Then use the page Halls, and Movies on the page Programme.',
          ],
          ['use a catalogue file instead', 'Run on the server: marquee catalogue apply FILE.'],
        ]}
      />
    </>
  )
}

const EVENING = '18:30'

const firstMovie = (timeZone: string): FirstMovie => ({
  name: '',
  genre: '',
  language: '',
  rating: '',
  summary: '',
  duration: 120,
  day: addDays(formatIsoDate(serverNow(), timeZone), 1),
  time: EVENING,
})

interface HallStepProps {
  name: string
  hall: EditedHall
  onBack: () => void
  onNext: (name: string) => void
}

/** Step 2: the hall, as on its own page. */
function HallStep({ name, hall, onBack, onNext }: HallStepProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name } })
  const submit = handleSubmit((fields) => onNext(fields.name))
  return (
    <div className="grid gap-4">
      <div className="panel p-4">
        <Field
          label="Name of the hall"
          className="max-w-xs"
          maxLength={120}
          autoFocus
          autoComplete="off"
          error={formState.errors.name?.message}
          {...register('name', {
            validate: (text) => text.trim() !== '' || 'Write a name, such as Screen 1.',
          })}
        />
      </div>
      <HallEditor hall={hall} />
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={hall.hasMistakes} onClick={() => void submit()}>
          Next: the first movie
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back to the cinema
        </Button>
        {hall.hasMistakes && <p className="text-danger">Correct the text of the rows first.</p>}
      </div>
    </div>
  )
}

const LINK = 'font-semibold text-link'

/** The show that visitors can book now. */
function Opened({ show }: { show: Show | undefined }) {
  const { siteUrl } = useCurrentDevice()
  const timeZone = useTimeZone()
  return (
    <div className="panel" role="status">
      <EmptyState
        ornament={<CircleCheck />}
        title={show ? `${show.movie.name} can be booked` : 'The cinema is open'}
        text={show && `${dateTimeOf(show.startTime, timeZone)} · ${show.screen.name}`}
        actions={
          <>
            <a
              className={LINK}
              href={
                show
                  ? `${siteUrl}/tickets/${encodeURIComponent(show.movie._id)}/${encodeURIComponent(show._id)}`
                  : siteUrl
              }
            >
              See it on the site
            </a>
            {show && (
              <Link className={LINK} to={showPath(show._id)}>
                Sell at the counter
              </Link>
            )}
            <Link className={LINK} to={OFFICE_PAGES.halls.path}>
              Add more halls
            </Link>
            <Link className={LINK} to={programmeMoviesPath}>
              Add more movies
            </Link>
            <Link className={LINK} to={OFFICE_PAGES.programme.path}>
              Add more shows
            </Link>
          </>
        }
      />
    </div>
  )
}

const NotEmpty = () => (
  <div className="panel">
    <EmptyState
      ornament={<CircleCheck />}
      title="The cinema is set up"
      text="It has halls or movies already."
      actions={
        <Link className={LINK} to={OFFICE_PAGES.halls.path}>
          Go to the halls
        </Link>
      }
    />
  </div>
)
