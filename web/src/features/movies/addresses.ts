import type { Movie } from '@marquee/contract/movies'
import { legacyTicketsPath } from '#lib/addresses.ts'

export const legacyLinkOf = ({ name, screen, timing }: Pick<Movie, 'name' | 'screen' | 'timing'>) =>
  legacyTicketsPath(name, screen, timing)
