import type { Movie } from '@marquee/contract/movies/movies'
import { moviePath, PAGES } from '@marquee/contract/pages'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from './html.ts'

const SITEMAP_PATH = '/sitemap.xml'
/** Pages of one visitor. */
const HIDDEN = ['/api/', '/app-shell', '/payment-new', '/profile', '/bookings/', '/pass/']
const ONE_HOUR = 'public, max-age=3600'

interface SearchEngineOptions {
  publicUrl: string
  listMovies: () => Promise<Pick<Movie, 'slug'>[]>
}

/** Tells search engines which pages there are. */
export const searchEngineRoutes =
  ({ publicUrl, listMovies }: SearchEngineOptions) =>
  async (app: FastifyInstance) => {
    const urlOf = (path: string) => new URL(path, publicUrl).href
    const robots = [
      'User-agent: *',
      ...HIDDEN.map((path) => `Disallow: ${path}`),
      `Sitemap: ${urlOf(SITEMAP_PATH)}`,
    ]

    app.get('/robots.txt', (_, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', ONE_HOUR)
        .send(`${robots.join('\n')}\n`),
    )

    app.get(SITEMAP_PATH, async (_, reply) => {
      const movies = await listMovies()
      const paths = [
        ...[PAGES.home, PAGES.about, PAGES.faq],
        ...movies.flatMap(({ slug }) => (slug === undefined ? [] : moviePath(slug))),
      ]
      const urls = paths.map((path) => `<url><loc>${escapeHtml(urlOf(path))}</loc></url>`)
      return reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', ONE_HOUR)
        .send(
          `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
        )
    })
  }
