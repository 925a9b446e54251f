import type { StaffMovie } from '@marquee/contract/office/programme/movies'
import { DAY_MS, formatIsoDate, HOUR_MS } from '@marquee/contract/time'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listMovies } from '#src/catalogue/catalogue.service.ts'
import { readProgrammeState } from '#src/catalogue/programme.service.ts'
import {
  applyChanges,
  daily,
  fixedShowtime,
  makeCatalogue,
  makeMovie,
  makeScreen,
} from '#test/support/catalogues.ts'
import { openTestOffice } from '#test/support/office.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { describeDatabasePerTest } from '#test/support/test-context.ts'

const FIELDS = {
  name: 'Second',
  genre: 'Drama',
  cast: ['Asha Rao'],
  summary: 'A second movie.',
  language: 'Tamil',
  duration: 130,
  rating: 'UA',
}

describeDatabasePerTest('movies of the office', (context) => {
  let office: Awaited<ReturnType<typeof openTestOffice>>
  beforeEach(async () => {
    office = await openTestOffice(context().ctx)
  })
  afterEach(() => office.close())
  const ctx = () => context().ctx
  const PATH = '/api/office/movies'

  /** First is on in 24 and 27 hours, Daily is daily. */
  const openCinema = () =>
    applyChanges(
      ctx(),
      makeCatalogue(
        [makeScreen('Screen 1'), makeScreen('Screen 2')],
        [
          makeMovie('First', {
            trailer: 'https://example.org/t',
            showtimes: [24, 27].map((hours) =>
              fixedShowtime('Screen 1', context().clock.now() + hours * HOUR_MS),
            ),
          }),
          makeMovie('Daily', { daily: [daily('Screen 2', '21:30')] }),
        ],
      ),
    )
  const manager = async () => (await office.pair('manager')).client
  const visible = async () => (await listMovies(ctx())).map(({ name }) => name)
  type Manager = Awaited<ReturnType<typeof manager>>
  const all = async (client: Manager) =>
    ((await client.get(PATH)).json() as { movies: StaffMovie[] }).movies
  const idOf = async (client: Manager, wanted: string) =>
    (await all(client)).find(({ name }) => name === wanted)?._id ?? ''

  test('are listed with their states, and added at the end; visitors see no draft [S-867]', async () => {
    await openCinema()
    const client = await manager()

    const added = await client.post(PATH, FIELDS)

    expect(added.json()).toMatchObject({
      movie: { ...FIELDS, state: 'draft', upcomingShows: 0, posterPath: '/posters/default.jpg' },
    })
    expect(await all(client)).toMatchObject([
      { name: 'First', state: 'showing', upcomingShows: 2 },
      { name: 'Daily', state: 'showing' },
      { name: 'Second', state: 'draft' },
    ])
    expect(await visible()).toEqual(['First', 'Daily'])
    expect(await readProgrammeState(ctx().db)).toMatchObject({ isOwnedByOffice: true })
    const audit = await ctx().db.selectFrom('audit').selectAll().execute()
    expect(audit.at(-1)).toMatchObject({ action: 'movie.add', subject_type: 'movie' })
    const again = await client.post(PATH, { ...FIELDS, name: 'second' })
    expect([again.statusCode, again.json()]).toMatchObject([
      422,
      { message: 'There is a movie called "second". Choose another name.' },
    ])
  })

  test('are changed field by field, and keep their ids and shows under another name [S-867]', async () => {
    await openCinema()
    const client = await manager()
    const id = await idOf(client, 'First')
    const day = formatIsoDate(context().clock.now() + 9 * DAY_MS, 'Asia/Kolkata')

    const changed = await client.patch(`${PATH}/${id}`, {
      name: 'The First',
      trailer: null,
      releaseDate: day,
    })

    expect(changed.json()).toMatchObject({
      movie: { _id: id, name: 'The First', genre: 'Drama', state: 'announced', upcomingShows: 2 },
    })
    expect(changed.json()).not.toHaveProperty('movie.trailer')
    expect(await visible()).toEqual(['The First', 'Daily'])
    expect((await client.patch(`${PATH}/none`, { name: 'X' })).statusCode).toBe(404)
    expect((await client.patch(`${PATH}/${id}`, { name: 'daily' })).statusCode).toBe(422)
    expect((await client.patch(`${PATH}/${id}`, { duration: 0 })).statusCode).toBe(400)
  })

  test('are not made so long that a show runs into the next one or into its cleaning [S-867]', async () => {
    await openCinema()
    const client = await manager()
    const id = await idOf(client, 'First')
    const change = async (duration: number) =>
      (await client.patch(`${PATH}/${id}`, { duration })).statusCode

    // The pause between the shows is three hours.
    expect([await change(165), await change(166), await change(200)]).toEqual([200, 422, 422])
    expect(await change(90)).toBe(200)
  })

  test('get a poster from a picture, which the site and the office serve to be kept [S-868]', async () => {
    await openCinema()
    const client = await manager()
    const id = await idOf(client, 'First')
    const upload = (file: Buffer, type = 'image/png', movieId = id) =>
      client.call(`${PATH}/${movieId}/poster`, {
        method: 'PUT',
        headers: { 'content-type': type },
        body: new Uint8Array(file),
      })
    const picture = (background: string) =>
      sharp({ create: { width: 30, height: 45, channels: 3, background } })
        .png()
        .toBuffer()
    const { app } = await createTestApp(ctx())

    const { movie } = (await upload(await picture('#f00'))).json() as { movie: StaffMovie }

    expect(movie.posterPath).toMatch(/^\/posters\/uploads\/[\w-]{43}\.jpg$/)
    expect((await listMovies(ctx()))[0]).toMatchObject({ imageUrl: movie.posterPath })
    const served = await app.inject(movie.posterPath)
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const avif = await app.inject(movie.posterPath.replace('.jpg', '-400.avif'))
    expect(avif.headers['content-type']).toBe('image/avif')
    expect((await app.inject('/posters/uploads/none.jpg')).statusCode).toBe(404)
    const inOffice = await client.get(movie.posterPath)
    expect(inOffice.headers.get('content-type')).toBe('image/jpeg')

    const next = (await upload(await picture('#00f'))).json() as { movie: StaffMovie }
    expect(next.movie.posterPath).not.toBe(movie.posterPath)
    expect(await ctx().db.selectFrom('poster_files').select('path').execute()).toHaveLength(6)

    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const statuses = [
      await upload(svg, 'image/svg+xml'),
      await upload(svg),
      await upload(Buffer.alloc(15 * 1024 * 1024 + 1)),
      await upload(await picture('#0f0'), 'image/png', 'none'),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([415, 400, 413, 404])
    expect((await all(client))[0]).toMatchObject({ posterPath: next.movie.posterPath })
  })

  test('are removed only without shows to come and daily showtimes [S-867]', async () => {
    await openCinema()
    const client = await manager()
    await client.post(PATH, FIELDS)
    const remove = async (name: string) => client.delete(`${PATH}/${await idOf(client, name)}`)

    expect((await remove('First')).json()).toMatchObject({
      statusCode: 409,
      message: 'First has 2 shows to come. Remove them first.',
    })
    expect((await remove('Daily')).json()).toMatchObject({
      message: expect.stringMatching(/^Daily has \d shows to come and 1 daily showtime\. Remove/),
    })
    expect((await remove('Second')).statusCode).toBe(200)
    expect((await all(client)).map(({ name }) => name)).toEqual(['First', 'Daily'])
    expect((await client.delete(`${PATH}/none`)).statusCode).toBe(404)
  })
})
