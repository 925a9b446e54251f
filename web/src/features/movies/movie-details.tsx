import type { Movie } from '@marquee/contract/movies/movies'
import { SECOND_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useId } from 'react'
import { BookingButton } from '#features/movies/booking/booking-button.tsx'
import { getBookingNote, getBookingStatus } from '#features/movies/booking/booking-status.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { formatRunningTime } from './movie-facts.ts'

interface Props {
  movie: Movie
  onClose: () => void
}

export function MovieDetails({ movie, onClose }: Props) {
  const noteId = useId()
  const status = getBookingStatus(movie, useNow(SECOND_MS))
  const facts = [
    ['Genre', movie.genre],
    ['Duration', formatRunningTime(movie.duration)],
    ['Certificate', movie.rating],
    ['Language', movie.language],
  ]
  const texts = [
    ['Cast', movie.cast.join(', ')],
    ['Summary', movie.summary],
  ]

  const known = (list: string[][]) => list.filter(([, text]) => text)

  return (
    <Dialog
      title={movie.name}
      onClose={onClose}
      actions={
        <>
          <BookingButton movie={movie} status={status} describedBy={noteId} />
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <dl className="mt-6 grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-6 gap-y-4">
        {known(facts).map(([term, text]) => (
          <MovieFact key={term} term={term} text={text} />
        ))}
        {known(texts).map(([term, text]) => (
          <MovieFact key={term} term={term} text={text} className="col-span-full" />
        ))}
      </dl>
      <p id={noteId} className="mt-5 text-center text-sm text-ash tabular">
        {getBookingNote(status)}
      </p>
    </Dialog>
  )
}

interface FactProps {
  term: string | undefined
  text: string | undefined
  className?: string
}

function MovieFact({ term, text, className = '' }: FactProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="eyebrow">{term}</dt>
      <dd className="mt-1">{text}</dd>
    </div>
  )
}
