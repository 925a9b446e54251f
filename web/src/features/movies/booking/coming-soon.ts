import type { Movie } from '@marquee/contract/movies/movies'
import { formatIsoDate } from '@marquee/contract/time'
import { siteSettings } from '#lib/site-settings.ts'

/** True for a movie that is announced for today or later and has no showtimes yet. */
export const isComingSoon = (
  { releaseDate = '', showtimes }: Pick<Movie, 'releaseDate' | 'showtimes'>,
  now: number,
) => showtimes.length === 0 && releaseDate >= formatIsoDate(now, siteSettings.timeZone)

/** `Thu, 24 Dec 2026`. A day is the same in every time zone. */
export const formatReleaseDate = (releaseDate: string) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  } as const).format(Date.parse(releaseDate))
