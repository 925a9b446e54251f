import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { moviePath } from '@marquee/contract/pages'
import { endOfShow } from '@marquee/contract/time'
import { siteSettings } from '#lib/site-settings.ts'
import { toSiteUrl } from '#lib/site-url.ts'
import { getPoster, getPosterSrc } from '../posters.ts'

export const getPosterUrl = (movie: Movie) => toSiteUrl(getPosterSrc(getPoster(movie)))

/** Describes a movie and its showtimes for search engines (schema.org), as JSON that HTML can contain. */
export function writeStructuredData(
  movie: Movie,
  showtimes: Showtime[],
  cinema: CinemaDetails | undefined,
) {
  const url = toSiteUrl(moviePath(movie.slug ?? ''))
  const work = `${url}#movie`
  const graph = [
    {
      '@type': 'Movie',
      '@id': work,
      url,
      name: movie.name,
      description: movie.summary,
      image: getPosterUrl(movie),
      genre: movie.genre.split(',').map((genre) => genre.trim()),
      actor: movie.cast.map((name) => ({ '@type': 'Person', name })),
      inLanguage: movie.language,
      contentRating: movie.rating,
      duration: `PT${movie.duration}M`,
      ...(movie.votes > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: movie.ratings,
          ratingCount: movie.votes,
          bestRating: 10,
          worstRating: 0,
        },
      }),
    },
    ...showtimes.map(({ _id, startTime, screen, seatsLeft }) => ({
      '@type': 'ScreeningEvent',
      '@id': `${url}#${_id}`,
      url,
      name: movie.name,
      description: movie.summary,
      image: getPosterUrl(movie),
      startDate: startTime,
      endDate: getEndTime(startTime, movie.duration),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      inLanguage: movie.language,
      workPresented: { '@id': work },
      location: {
        '@type': 'MovieTheater',
        name: `${cinema?.name ?? siteSettings.brandName}, ${screen}`,
        address: cinema?.address ?? cinema?.name ?? siteSettings.brandName,
      },
      offers: {
        '@type': 'Offer',
        url,
        priceCurrency: 'INR',
        availability: `https://schema.org/${seatsLeft > 0 ? 'InStock' : 'SoldOut'}`,
      },
    })),
  ]
  // Escaped, because a closing tag in the JSON would end the element early.
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    '<',
    String.raw`\u003c`,
  )
}

/** ISO 8601. */
export const getEndTime = (startTime: string, durationMinutes: number) =>
  new Date(endOfShow(Date.parse(startTime), durationMinutes)).toISOString()
