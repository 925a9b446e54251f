import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import type { PageSources } from '@marquee/contract/page-renderer'
import { JSDOM } from 'jsdom'
import { afterAll, expect, test } from 'vitest'
import { setSiteSettings, siteSettings } from '#lib/site-settings.ts'
import { cinema, createMovie, createShowtime, movie, showtime } from '#test/fixtures.ts'
import { createPageRenderer } from './render.tsx'

const TEMPLATE = `<!doctype html><html lang="en"><head><title>Marquee</title><meta
 name="description"
 content="The site" /><meta property="og:site_name" content="Marquee" /><meta property="og:title" content="Marquee" /><meta property="og:image" content="/social.jpg" /><link rel="modulepreload" href="/assets/app.js"><link rel="preload" as="font" href="/assets/sans.woff2"></head><body><div id="root"></div></body></html>`
const MANIFEST = {
  'index.html': {
    file: 'assets/index.js',
    dynamicImports: ['_app.js'],
    css: ['assets/index.css'],
  },
  '_app.js': { file: 'assets/app.js', imports: ['index.html'] },
  'src/pages/faq.tsx': {
    file: 'assets/faq.js',
    imports: ['index.html', '_app.js', '_tabs.js'],
    css: ['assets/faq.css'],
  },
  '_tabs.js': { file: 'assets/tabs.js' },
}

const settings = { ...siteSettings }
afterAll(() => setSiteSettings(settings))

const { findPage } = createPageRenderer({
  template: TEMPLATE,
  manifest: JSON.stringify(MANIFEST),
  settings: {
    brandName: 'Marquee',
    timeZone: 'Asia/Kolkata',
    googleSignIn: false,
    publicUrl: 'https://cinema.example',
    refundPolicy: [],
    gapRule: 'warn',
  },
})

const notFound = async () => {
  throw new Error('Not found')
}

async function renderPage(url: string, sources: Partial<PageSources> = {}) {
  const page = findPage(url)
  if (!page) throw new Error(`${url} is not rendered by the server`)
  const content = await page.load({
    listMovies: notFound,
    getMovie: notFound,
    getMovieBySlug: notFound,
    getShowtime: notFound,
    getCinema: notFound,
    ...sources,
  })
  return page.render(content, Date.now())
}

const listing = (movies: Movie[]) => ({ listMovies: async () => movies })

const parse = (html: string) => new JSDOM(html).window.document

/** The data of the query cache in the page. */
function readQueries(html: string) {
  const json = parse(html).querySelector('#page-data')?.textContent ?? ''
  const { queries } = JSON.parse(json).queries as { queries: { state: { data: unknown } }[] }
  return queries.flatMap(({ state }) => state.data)
}

test('a rendered listing contains its movies and their data', async () => {
  const amaran = createMovie('Amaran', { showtimes: [createShowtime(125)] })

  const html = await renderPage('/', listing([amaran]))

  expect(html).toMatch(/<h2[^>]*>Amaran<\/h2>/)
  expect(html).toContain('Booking closes in 1h 3')
  expect(readQueries(html)).toEqual([amaran])
})

test('a rendered seat screen contains the movie and the showtime, and no places', async () => {
  const sources = { getMovie: async () => movie, getShowtime: async () => showtime }

  const html = await renderPage('/tickets/m1/s1', sources)

  expect(html).toMatch(/<h1[^>]*>Amaran<\/h1>/)
  expect(html).toContain('Loading ticket information...')
  expect(readQueries(html)).toEqual([movie, showtime])
  expect(readNeeds(parse(html)).calls).toEqual([
    '/api/seats/showtime/s1',
    '/api/parking/showtime/s1',
  ])
})

test('a rendered seat screen requests the app at once, and its fonts come after its code; other pages request the fonts at once [S-972][S-1295]', async () => {
  const seatScreen = await renderPage('/tickets/m1/s1', {
    getMovie: async () => movie,
    getShowtime: async () => showtime,
  })
  const preloadsOf = (html: string) => {
    const { documentElement, head } = parse(html)
    const preloads = [...head.querySelectorAll('link[rel$=preload]')]
    return [documentElement.dataset.fonts, preloads.map((link) => link.getAttribute('href'))]
  }

  expect(preloadsOf(seatScreen)).toEqual(['later', ['/assets/app.js']])
  expect(preloadsOf(await renderPage('/faq'))).toEqual([undefined, ['/assets/sans.woff2']])
})

test('search engines list the page of the movie instead of a seat screen [S-377]', async () => {
  const sources = {
    getMovie: async () => ({ ...movie, slug: 'amaran' }),
    getShowtime: async () => showtime,
  }

  const { head } = parse(await renderPage('/tickets/m1/s1', sources))

  const canonical = head.querySelector('link[rel=canonical]')
  expect(canonical?.getAttribute('href')).toBe('https://cinema.example/movies/amaran')
})

const moviePage = (changes: Partial<Movie> = {}) => ({
  getMovieBySlug: async () => createMovie('Amaran', { slug: 'amaran', ...changes }),
  getCinema: async () => cinema,
})

test('a movie page describes itself in its head, and the site no more [S-377]', async () => {
  const { head, title } = parse(await renderPage('/movies/amaran', moviePage()))

  expect(title).toBe('Amaran · Marquee')
  const contents = [...head.querySelectorAll('meta')].map((meta) => [
    meta.getAttribute('property') ?? meta.name,
    meta.content,
  ])
  expect(contents.toSorted()).toEqual([
    ['description', 'A colonel keeps a promise.'],
    ['og:description', 'A colonel keeps a promise.'],
    ['og:image', 'https://cinema.example/posters/amaran.jpg'],
    ['og:image:alt', 'Poster of Amaran'],
    ['og:site_name', 'Marquee'],
    ['og:title', 'Amaran · Marquee'],
    ['og:type', 'video.movie'],
    ['og:url', 'https://cinema.example/movies/amaran'],
    ['twitter:card', 'summary_large_image'],
  ])
  const canonical = head.querySelector('link[rel=canonical]')
  expect(canonical?.getAttribute('href')).toBe('https://cinema.example/movies/amaran')
})

test('a movie page describes its movie and its coming showtimes for search engines [S-377]', async () => {
  const showtimes = [createShowtime(-5), createShowtime(300, { seatsLeft: 0 }), createShowtime(90)]
  const html = await renderPage('/movies/amaran', moviePage({ showtimes }))

  const script = parse(html).querySelector('script[type="application/ld+json"]')
  const { '@graph': graph } = JSON.parse(script?.textContent ?? '')
  expect(graph[0]).toMatchObject({
    '@type': 'Movie',
    name: 'Amaran',
    duration: 'PT169M',
    genre: ['War', 'Drama'],
    actor: [{ name: 'Anjali Rao' }, { name: 'Dev Menon' }],
  })
  expect(graph.slice(1)).toMatchObject([
    {
      '@type': 'ScreeningEvent',
      startDate: showtimes[2]?.startTime,
      endDate: new Date(Date.parse(showtimes[2]?.startTime ?? '') + 169 * 60_000).toISOString(),
      location: { name: 'Marquee Chennai, Screen 1', address: '1 Mount Road, Chennai' },
      offers: { availability: 'https://schema.org/InStock' },
    },
    { offers: { availability: 'https://schema.org/SoldOut' } },
  ])
})

test('a movie page escapes a hostile movie everywhere [S-377]', async () => {
  const hostile = `</script><!--<script>alert(1)</script><img src=x onerror="alert(2)">"`
  const texts = { name: hostile, summary: hostile, genre: hostile, language: hostile }
  const html = await renderPage('/movies/amaran', moviePage({ ...texts, cast: [hostile] }))

  const page = parse(html)
  expect(page.querySelectorAll('script:not([type*=json]), [onerror]')).toHaveLength(0)
  const script = page.querySelector('script[type="application/ld+json"]')
  expect(JSON.parse(script?.textContent ?? '')['@graph'][0].name).toBe(hostile)
  expect(page.querySelector('h1')?.textContent).toBe(hostile)
  expect(page.querySelector('meta[name=description]')?.getAttribute('content')).toBe(hostile)
})

test('a movie page is the same with any query, and its slug may have letters of any script [S-376]', () => {
  expect(findPage('/movies/amaran?utm_source=a')?.path).toBe('/movies/amaran')
  expect(findPage(encodeURI('/movies/அமரன்'))).toBeDefined()
})

test('a rendered form cannot be sent', async () => {
  const { body } = parse(await renderPage('/sign-in'))

  const buttons = [...body.querySelectorAll('[type=submit]')]
  expect(buttons.map((button) => button.matches(':disabled'))).toEqual([true])
})

test('names are escaped in the HTML and in the data of the page', async () => {
  const hostile = `</script><script>alert(1)</script><img src=x onerror="alert(2)">`

  const html = await renderPage('/', listing([createMovie(hostile)]))

  const page = parse(html)
  expect(page.querySelectorAll('script:not([type="application/json"]), [onerror]')).toHaveLength(0)
  expect(page.querySelector('h2')?.textContent).toBe(hostile)
  expect(readQueries(html)).toMatchObject([{ name: hostile }])
})

const readNeeds = (page: Document) =>
  JSON.parse(page.querySelector('#page-needs')?.textContent ?? '')

test('the page has its title and lists the code and the styles to load later', async () => {
  const page = parse(await renderPage('/faq'))

  expect(page.title).toBe('FAQ · Marquee')
  expect(page.querySelectorAll('link[rel=modulepreload]')).toHaveLength(0)
  expect(readNeeds(page)).toEqual({
    app: ['/assets/app.js'],
    files: ['/assets/faq.js', '/assets/faq.css', '/assets/tabs.js'],
    calls: [],
  })
})

test('the head of the listing preloads the poster of the featured movie', async () => {
  const html = await renderPage('/', listing([createMovie('Amaran', { imageUrl: 'amaran.jpg' })]))

  const { head } = parse(html)
  const link = head.querySelector('link[rel=preload][as=image]')
  expect(link?.getAttribute('imagesrcset')).toContain('/posters/amaran-400.avif 400w')
  expect(link?.getAttribute('type')).toBe('image/avif')
})

test.each([
  '/profile',
  '/payment-new',
  '/?q=amar',
  '/faq?tab=contact',
  '/tickets/undefined%00/s1',
  '/nowhere',
])('%s is rendered by the browser alone', (url) => {
  expect(findPage(url)).toBeUndefined()
})

test('a page fails when its data is missing', async () => {
  const failing = { getMovie: async () => movie, getShowtime: notFound as () => Promise<Showtime> }

  await expect(renderPage('/tickets/m1/s1', failing)).rejects.toThrow('Not found')
})
