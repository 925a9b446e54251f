import {
  MAX_POSTER_BYTES,
  POSTER_TOO_LARGE,
  POSTER_TYPES,
  type StaffMovie,
  UNSUPPORTED_POSTER,
} from '@marquee/contract/office/programme/movies'
import { formatDate } from '@marquee/contract/time'
import { ApiError, fieldErrors } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { Field, TextField } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import ImageUp from 'lucide-react/icons/image-up'
import Star from 'lucide-react/icons/star'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type MovieValues, toValues } from './movie-values.ts'
import { useSaveMovie } from './movies.queries.ts'
import { Poster } from './poster.tsx'

interface Props {
  /** Undefined: a new movie. */
  movie: StaffMovie | undefined
  onSaved: (movie: StaffMovie) => void
  /** Beside the button that saves. */
  actions?: ReactNode
}

const CERTIFICATES = ['U', 'UA', 'UA 7+', 'UA 13+', 'UA 16+', 'A', 'S']
const VOTES = new Intl.NumberFormat('en-IN')
const REQUIRED = ['name', 'genre', 'summary', 'language', 'duration', 'rating'] as const
const POSTER_CODES: readonly string[] = ['UNSUPPORTED_MEDIA_TYPE', 'TOO_LARGE']

/** All fields of a movie, its poster, and the card as visitors see it. */
export function MovieForm({ movie, onSaved, actions }: Props) {
  const [poster, setPoster] = useState<{ file: File; url: string }>()
  const { register, handleSubmit, watch, setError, formState } = useForm<MovieValues>({
    defaultValues: toValues(movie),
  })
  const save = useSaveMovie(movie, onSaved)
  const values = watch()
  const refused = fieldErrors(save.error)
  const src = poster?.url ?? movie?.posterPath

  const submit = handleSubmit((typed) => {
    const empty = REQUIRED.filter((field) => typed[field].trim() === '')
    for (const field of empty) setError(field, { message: 'Please fill this in.' })
    if (empty.length === 0) save.mutate({ values: typed, poster: poster?.file })
  })
  const field = (name: keyof MovieValues) => ({
    error: formState.errors[name]?.message ?? refused[name],
    ...register(name),
  })
  const isAboutPoster = save.error instanceof ApiError && POSTER_CODES.includes(save.error.code)
  const hasFieldErrors = Object.keys(refused).length > 0
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label="Movie"
      className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_16rem] xl:grid-cols-[minmax(0,1fr)_14rem_16rem]"
    >
      <div className="panel grid content-start gap-4 p-4 lg:row-span-2 xl:row-span-1">
        <Field label="Name" maxLength={120} autoComplete="off" {...field('name')} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Genre" placeholder="Drama" {...field('genre')} />
          <Field label="Language" placeholder="Tamil" {...field('language')} />
          <Field label="Minutes" type="number" min={1} max={1439} {...field('duration')} />
          <Field label="Certificate" list="certificates" {...field('rating')} />
        </div>
        <datalist id="certificates">
          {CERTIFICATES.map((certificate) => (
            <option key={certificate} value={certificate} />
          ))}
        </datalist>
        <Field label="Cast" hint="Names, separated by commas" {...field('cast')} />
        <TextField label="Summary" maxLength={2000} {...field('summary')} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <DateField
            label="Release, optional"
            type="date"
            format={formatDate}
            empty="Not announced"
            hint="Announces a movie that has no shows yet."
            {...field('releaseDate')}
            value={values.releaseDate}
          />
          <Field
            label="Trailer, optional"
            type="url"
            placeholder="https://"
            {...field('trailer')}
          />
          <Field label="Rating, out of ten" inputMode="decimal" {...field('ratings')} />
          <Field label="Votes" inputMode="numeric" {...field('votes')} />
        </div>
        <details>
          <summary className="min-h-11 py-2 font-medium">More fields of the catalogue</summary>
          <div className="grid items-start gap-4 pt-2 sm:grid-cols-2">
            <Field label="Screen, without shows" {...field('screen')} />
            <Field label="Timing, without shows" {...field('timing')} />
            <Field label="Picture: file name or URL" {...field('imageUrl')} />
            <Field label="Poster: file name or URL" {...field('poster')} />
            <Field label="Image: file name or URL" {...field('image')} />
          </div>
        </details>
        {save.error && !isAboutPoster && !hasFieldErrors && (
          <ErrorText>{save.error.message}</ErrorText>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={save.isPending}>
            {movie ? 'Save' : 'Add the movie'}
          </Button>
          {actions}
        </div>
      </div>
      <PosterField
        src={src}
        error={isAboutPoster ? save.error?.message : undefined}
        onChoose={(file, url) => setPoster({ file, url })}
      />
      <CardPreview values={values} src={src} />
    </form>
  )
}

/** The card of a movie about as visitors see it in the listing: dark, the poster first. */
function CardPreview({ values, src }: { values: MovieValues; src: string | undefined }) {
  const { name, genre, duration, rating, language, ratings, votes, screen, timing } = values
  const facts = [genre, duration && `${duration} min`, rating, language]
  return (
    <article
      aria-label="Preview of the card"
      data-theme="dark"
      className="grid content-start gap-2 self-start rounded bg-ink p-4 text-ivory"
    >
      <Poster src={src} className="w-full" />
      <p className="tabular mt-2 flex items-center gap-2 text-sm">
        <Star aria-hidden="true" className="size-4 fill-brass text-brass" />
        <span className="font-semibold text-brass">{Number(ratings).toFixed(1)}</span>
        <span className="text-ash">{VOTES.format(Number(votes))} votes</span>
      </p>
      <p className="text-xl font-semibold">{name || 'Name of the movie'}</p>
      <p className="text-sm text-ash">{facts.filter((fact) => fact).join(' · ')}</p>
      {(screen || timing) && (
        <p className="text-sm text-ash">{[screen, timing].filter((text) => text).join(' · ')}</p>
      )}
    </article>
  )
}

interface PosterFieldProps {
  /** The path of the present poster, or the picture that was chosen. */
  src: string | undefined
  error: string | undefined
  /** The file, and its content as a URL for the preview. */
  onChoose: (file: File, url: string) => void
}

/** Chooses a poster, with the file dialog or by dropping a file. The preview is cropped to 2:3 around its middle, as the server does. */
function PosterField({ src, error, onChoose }: PosterFieldProps) {
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const [isOver, setOver] = useState(false)

  const choose = async (file: File | undefined) => {
    if (!file) return
    const problem = problemOf(file)
    setRefusal(problem)
    if (problem === undefined) onChoose(file, await readAsUrl(file))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void choose(event.dataTransfer.files[0])
  }
  const text = refusal ?? error
  return (
    <div className="field content-start">
      <label
        htmlFor={id}
        data-over={isOver || undefined}
        className="poster-field"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Poster src={src} className="w-full" />
        <span className="poster-field-text">
          <ImageUp aria-hidden="true" className="size-5" />
          <span>{src === undefined ? 'Choose a poster' : 'Choose another poster'}</span>
        </span>
        <input
          id={id}
          type="file"
          accept={POSTER_TYPES.join(',')}
          aria-describedby={`${id}-text`}
          className="sr-only"
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </label>
      <p id={`${id}-text`} className={`text-sm ${text ? 'text-danger' : 'text-ash'}`}>
        {text ?? 'JPEG, PNG, WebP or AVIF, at most 15 MB. Shown 2:3, cropped around the middle.'}
      </p>
    </div>
  )
}

function problemOf({ type, size }: File) {
  if (!POSTER_TYPES.includes(type)) return UNSUPPORTED_POSTER
  return size > MAX_POSTER_BYTES ? POSTER_TOO_LARGE : undefined
}

/** A data URL: the page may show no pictures from `blob:`. */
const readAsUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
