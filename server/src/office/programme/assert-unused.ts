import { countOf } from '@marquee/contract/text/count'
import type { Programme } from '#src/catalogue/changes/programme.ts'
import { closed } from '#src/errors.ts'

/** Throws CLOSED if a movie or a screen has shows to come or daily showtimes. */
export function assertUnused(
  name: string,
  { shows, daily }: Programme,
  isOwn: (one: { movieId: string; screenId: string }) => boolean,
) {
  const [single, rules] = [shows.filter(isOwn).length, daily.filter(isOwn).length]
  const uses = [
    ...(single > 0 ? [`${countOf(single, 'show')} to come`] : []),
    ...(rules > 0 ? [countOf(rules, 'daily showtime')] : []),
  ]
  if (uses.length > 0) throw closed(`${name} has ${uses.join(' and ')}. Remove them first.`)
}
