import { tellMe } from '@marquee/contract/movies/booking-alerts'
import type { Movie } from '@marquee/contract/movies/movies'
import { moviePath, PAGES } from '@marquee/contract/pages'
import { DEFAULT_ERROR_MESSAGE, errorMessage } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { formatReleaseDate } from '#features/movies/booking/coming-soon.ts'
import { callAsUser } from '#lib/api/api.ts'
import { LinkButton } from '#ui/link-button.tsx'

interface Props {
  movie: Movie
  /** Undefined when signed out. */
  userId: string | undefined
}

/** Says when an announced movie opens, and offers a mail when booking opens. */
export function TellMe({ movie, userId = '' }: Props) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => callAsUser(tellMe, { params: { movieId: movie._id } }, userId),
  })

  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <p className="text-brass">
        Coming {formatReleaseDate(movie.releaseDate ?? '')}. Booking is not open yet.
      </p>
      {userId ? (
        <Button busy={isPending} disabled={data !== undefined} onClick={() => mutate()}>
          Tell me when booking opens
        </Button>
      ) : (
        <LinkButton to={PAGES.signIn} state={{ from: moviePath(movie.slug ?? '') }}>
          Sign in and be told when booking opens
        </LinkButton>
      )}
      <p role="status" className={error ? 'text-danger' : 'text-ash'}>
        {error ? (errorMessage(error) ?? DEFAULT_ERROR_MESSAGE) : data?.message}
      </p>
    </div>
  )
}
