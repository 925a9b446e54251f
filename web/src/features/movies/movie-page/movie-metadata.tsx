import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import type { Movie } from '@marquee/contract/movies/movies'
import { moviePath } from '@marquee/contract/pages'
import { MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { pageTitle } from '#lib/page/page-title.ts'
import { toSiteUrl } from '#lib/site-url.ts'
import { listUpcomingShowtimes } from './list-upcoming.ts'
import { getPosterUrl, writeStructuredData } from './structured-data.ts'

interface Props {
  movie: Movie
  cinema: CinemaDetails | undefined
}

/** What search engines and previews of shared links show. */
export function MovieMetadata({ movie, cinema }: Props) {
  const now = useNow(MINUTE_MS)
  const url = toSiteUrl(moviePath(movie.slug ?? ''))
  const title = pageTitle(movie.name)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={movie.summary} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="video.movie" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={movie.summary} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={getPosterUrl(movie)} />
      <meta property="og:image:alt" content={`Poster of ${movie.name}`} />
      <meta name="twitter:card" content="summary_large_image" />
      <script type="application/ld+json">
        {writeStructuredData(movie, listUpcomingShowtimes(movie, now), cinema)}
      </script>
    </>
  )
}
