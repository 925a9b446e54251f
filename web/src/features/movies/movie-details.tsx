import type { Movie } from '@marquee/contract/movies'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface Props {
  movie: Movie
  onClose: () => void
}

export function MovieDetails({ movie, onClose }: Props) {
  const facts = [
    ['Genre', movie.genre],
    ['Cast', movie.cast.join(', ')],
    ['Summary', movie.summary],
  ]

  return (
    <Dialog
      title={movie.name}
      onClose={onClose}
      actions={
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <dl className="mt-6 grid gap-4">
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt className="eyebrow">{term}</dt>
            <dd className="mt-1">{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
