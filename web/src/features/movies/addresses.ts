import type { Movie } from '@marquee/contract/movies'

/** The old kind of link, which names what it wants. */
export const legacyLinkOf = ({ name, screen, timing }: Pick<Movie, 'name' | 'screen' | 'timing'>) =>
  `/tickets/${[name, screen, timing].map((part) => encodeURIComponent(part || '-')).join('/')}`
