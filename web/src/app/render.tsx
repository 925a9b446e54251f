import { type Endpoint, fillPath, type MethodAndPath } from '@marquee/contract/calls/endpoint'
import { normalizeMovie } from '@marquee/contract/movies/aliases'
import type { CreatePageRenderer, PageSources, ServerPage } from '@marquee/contract/page-renderer'
import { PAGES } from '@marquee/contract/pages'
import { PARKING_ROUTE, SEATS_ROUTE } from '@marquee/contract/seats/places-route'
import { setRenderTime } from '@marquee/ui-kit/lib/clock.ts'
import { createQueryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { dehydrate } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { matchPath, StaticRouter } from 'react-router'
import { movieBySlugQuery } from '#features/movies/movie-page/movie-page.queries.ts'
import { moviesQuery } from '#features/movies/movies.queries.ts'
import { movieQuery, showtimeQuery } from '#features/seat-selection/showtime/showtime.queries.ts'
import { cinemaQuery } from '#lib/api/cinema.queries.ts'
import { writePageData } from '#lib/page/page-data.ts'
import { writePageNeeds } from '#lib/page/page-needs.ts'
import { setSiteSettings } from '#lib/site-settings.ts'
import { App } from './app.tsx'

interface RenderedRoute {
  path: string
  /** The file of the page, as in the manifest of the build. */
  file: string
  /** The content does not depend on the query of the URL. Links that people share get further parameters. */
  acceptsAnyQuery?: boolean
  load?: (
    sources: PageSources,
    params: Record<string, string | undefined>,
  ) => ReturnType<ServerPage['load']>
  /** The calls that its code makes first. Their responses belong to one visitor. */
  calls?: readonly MethodAndPath<Endpoint>[]
}

const ROUTES: RenderedRoute[] = [
  { path: PAGES.home, file: 'src/pages/home.tsx', load: loadMovies },
  { path: PAGES.about, file: 'src/pages/about.tsx' },
  { path: PAGES.faq, file: 'src/pages/faq.tsx' },
  { path: PAGES.signIn, file: 'src/pages/account/sign-in.tsx' },
  { path: PAGES.signUp, file: 'src/pages/account/sign-up.tsx' },
  { path: PAGES.movie, file: 'src/pages/movie.tsx', load: loadMovie, acceptsAnyQuery: true },
  {
    path: PAGES.seatScreen,
    file: 'src/pages/booking/seat-screen-page.tsx',
    load: loadShowtime,
    calls: [SEATS_ROUTE, PARKING_ROUTE],
  },
]

async function loadMovies({ listMovies }: PageSources) {
  return [[moviesQuery.queryKey, (await listMovies()).map(normalizeMovie)] as const]
}

async function loadMovie(
  { getMovieBySlug, getCinema }: PageSources,
  { slug = '' }: Record<string, string | undefined>,
) {
  const [movie, cinema] = await Promise.all([getMovieBySlug(slug), getCinema()])
  return [
    [movieBySlugQuery(slug).queryKey, normalizeMovie(movie)] as const,
    [cinemaQuery.queryKey, cinema] as const,
  ]
}

/** The places are not loaded: those that a visitor holds are marked for that visitor alone. */
async function loadShowtime(
  { getMovie, getShowtime }: PageSources,
  { movieId = '', showtimeId = '' }: Record<string, string | undefined>,
) {
  const [movie, showtime] = await Promise.all([getMovie(movieId), getShowtime(showtimeId)])
  return [
    [movieQuery(movieId).queryKey, normalizeMovie(movie)] as const,
    [showtimeQuery(showtimeId).queryKey, showtime] as const,
  ]
}

/** The server loads this module from the build for the server and creates one renderer. */
export const createPageRenderer: CreatePageRenderer = ({ template, manifest, settings }) => {
  setSiteSettings(settings)
  // start.ts loads the app later.
  const readableTemplate = template.replaceAll(MODULE_PRELOADS, '')
  const waitingTemplate = withLaterFonts(template)
  const listFiles = createFileList(manifest)
  let lastRender: Promise<unknown> = Promise.resolve()

  /** One page at a time, because the render time belongs to the module. */
  function renderInTurn(render: () => Promise<string>) {
    const rendered = lastRender.then(render)
    lastRender = rendered.catch(() => undefined)
    return rendered
  }

  function createPage(
    { file, load, calls = [] }: RenderedRoute,
    path: string,
    params: Record<string, string | undefined>,
  ): ServerPage {
    const needs = writePageNeeds({
      ...listFiles(file),
      calls: calls.map((call) => fillPath(call.path, params)),
    })
    return {
      path,
      load: async (sources) => (await load?.(sources, params)) ?? [],
      render: (content, now) =>
        renderInTurn(async () => {
          setRenderTime(now)
          const queryClient = createQueryClient()
          for (const [queryKey, data] of content)
            queryClient.setQueryData(queryKey, data, { updatedAt: now })
          const { head, body } = await renderApp(path, queryClient)
          const pageData = writePageData({ path, renderTime: now, queries: dehydrate(queryClient) })
          return fillTemplate(calls.length > 0 ? waitingTemplate : readableTemplate, {
            head,
            body,
            data: pageData + needs,
          })
        }),
    }
  }

  return {
    // The content of some pages depends on the query of the URL. Such a page is rendered by the browser alone.
    findPage: (url) => {
      const [path = '', query] = url.split('?')
      const routes = ROUTES.filter((route) => query === undefined || route.acceptsAnyQuery)
      for (const route of routes) {
        const match = matchPath({ path: route.path, caseSensitive: true }, decode(path))
        if (match && Object.values(match.params).every(isPlainId))
          return createPage(route, path, match.params)
      }
      return undefined
    },
  }
}

function decode(path: string) {
  try {
    return decodeURI(path)
  } catch {
    // Not a path of the app.
    return ''
  }
}

/** Other ids and slugs do not exist, or are rendered by the browser. */
const isPlainId = (id: string | undefined) => /^[\p{L}\p{M}\p{N}_-]{1,120}$/u.test(id ?? '')

/** React puts the title, the links and the metadata of the document head in front of the rest. */
const HEAD = /^(?:<title>[^<]*<\/title>|<(?:link|meta)[^>]*>)*/

/** What the template says about the site, in pages that describe themselves. */
const DESCRIPTIONS = /<meta\s+(?:name="description"|property="og:(?!site_name)\w+")[^>]*>\s*/g

const MODULE_PRELOADS = /<link rel="modulepreload"[^>]*>/g

/** Throws if a component throws: the browser then renders the page and shows the error. */
async function renderApp(path: string, queryClient: ReturnType<typeof createQueryClient>) {
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <App queryClient={queryClient} />
    </StaticRouter>,
    {
      onError: (error) => void errors.push(error),
      // React would send a larger page in parts, which only inline scripts can put together.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  )
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  const [head = ''] = HEAD.exec(html) ?? []
  return { head, body: html.slice(head.length) }
}

function fillTemplate(
  template: string,
  { head, body, data }: { head: string; body: string; data: string },
) {
  const describesItself = head.includes('property="og:title"')
  return (
    template
      .replaceAll(DESCRIPTIONS, (description) => (describesItself ? '' : description))
      // Before the title of the template, because the first title counts.
      .replace('<title>', () => `${head}<title>`)
      .replace('<div id="root"></div>', () => `<div id="root">${body}</div>${data}`)
  )
}

const FONT_PRELOADS = /<link rel="preload" as="font"[^>]*>/g

/**
 * A page that waits for calls shows little text before its code is there. It keeps the links that preload the app, and its fonts come last: they are
 * 35 kB, which take 0.7 s of a line of 400 kbit/s. start.ts removes the attribute.
 */
const withLaterFonts = (template: string) =>
  template.replaceAll(FONT_PRELOADS, '').replace('<html ', '<html data-fonts="later" ')

/** The part of Vite's manifest that is read here. Keys are source files or names of chunks. */
type Manifest = Record<
  string,
  { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
>

const ENTRY = 'index.html'

/** Returns a function that lists the code and the styles of the app, and those that a page needs besides. */
function createFileList(manifestJson: string) {
  const manifest = JSON.parse(manifestJson) as Manifest
  const entryFiles = listFiles(manifest, ENTRY)
  const appFiles = new Set(entryFiles)
  for (const name of manifest[ENTRY]?.dynamicImports ?? []) listFiles(manifest, name, appFiles)
  const without = (known: Set<string>, files: Set<string>) =>
    [...files].filter((file) => !known.has(file)).map((file) => `/${file}`)
  const app = without(entryFiles, appFiles)

  return (page: string) => ({ app, files: without(appFiles, listFiles(manifest, page)) })
}

function listFiles(manifest: Manifest, name: string, found = new Set<string>()) {
  const { file, imports = [], css = [] } = manifest[name] ?? {}
  if (!file || found.has(file)) return found
  for (const added of [file, ...css]) found.add(added)
  for (const imported of imports) listFiles(manifest, imported, found)
  return found
}
