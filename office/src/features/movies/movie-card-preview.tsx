import Star from 'lucide-react/icons/star'
import type { MovieValues } from './movie-values.ts'
import { Poster } from './poster.tsx'

const VOTES = new Intl.NumberFormat('en-IN')

interface Props {
  values: MovieValues
  src: string | undefined
}

/** The card of a movie about as visitors see it in the listing: dark, the poster first. */
export function MovieCardPreview({ values, src }: Props) {
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
