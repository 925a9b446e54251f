import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { searchEngineRoutes } from './search-engines.ts'

async function get(path: string) {
  const app = Fastify()
  const listMovies = async () => [{ slug: 'amaran' }, { slug: 'அமரன்' }, {}]
  await app.register(searchEngineRoutes({ publicUrl: 'https://cinema.example', listMovies }))
  const response = await app.inject(path)
  await app.close()
  return response
}

test('sitemap.xml lists the public pages and the page of each movie [S-378]', async () => {
  const { body, headers } = await get('/sitemap.xml')

  expect(headers['content-type']).toContain('application/xml')
  const urls = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  expect(urls).toEqual([
    'https://cinema.example/',
    'https://cinema.example/about',
    'https://cinema.example/faq',
    'https://cinema.example/movies/amaran',
    `https://cinema.example/movies/${encodeURIComponent('அமரன்')}`,
  ])
})

test('robots.txt names the sitemap and hides the pages of one visitor [S-378]', async () => {
  const { body } = await get('/robots.txt')

  expect(body).toContain('Sitemap: https://cinema.example/sitemap.xml\n')
  for (const path of ['/profile', '/bookings/', '/pass/', '/payment-new', '/api/'])
    expect(body).toContain(`Disallow: ${path}\n`)
})
