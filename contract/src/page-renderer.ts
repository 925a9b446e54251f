import type { SiteSettings } from './cinema/cinema.ts'
import type { CinemaDetails } from './cinema/cinema-details.ts'
import type { Movie } from './movies/movies.ts'
import type { Showtime } from './movies/showtimes.ts'

/** The data of the pages that the server renders. Each function throws NOT_FOUND like its REST call. */
export interface PageSources {
  listMovies: () => Promise<Movie[]>
  getMovie: (id: string) => Promise<Movie>
  getMovieBySlug: (slug: string) => Promise<Movie>
  getShowtime: (id: string) => Promise<Showtime>
  getCinema: () => Promise<CinemaDetails>
}

/** Entries of the web app's query cache. */
type PageContent = (readonly [queryKey: readonly unknown[], data: unknown])[]

/** A page that the server renders. It is the same for all visitors. */
export interface ServerPage {
  path: string
  load: (sources: PageSources) => Promise<PageContent>
  /** Returns the HTML document. `now` is in epoch milliseconds. */
  render: (content: PageContent, now: number) => Promise<string>
}

export interface PageRenderer {
  /** Returns undefined for a URL whose page is rendered by the browser alone. */
  findPage: (url: string) => ServerPage | undefined
}

interface PageRendererOptions {
  /** The HTML document without the page. */
  template: string
  /** The manifest of the build, as JSON: the files of each page. */
  manifest: string
  settings: SiteSettings
}

export type CreatePageRenderer = (options: PageRendererOptions) => PageRenderer
