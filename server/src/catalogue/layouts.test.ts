import { expect, test } from 'vitest'
import { aCatalogue, aFilm, aHall, once } from '#test/catalogues.ts'
import { describeWorld } from '#test/world.ts'
import { readRecordedMap } from '../claims/showtime-map.ts'
import { applyCatalogue } from './apply.service.ts'

const DAY = 86_400_000

describeWorld('the places of a hall', (world) => {
  test('are read once for all its maps, and anew when it has been rebuilt', async () => {
    const { ctx, clock } = world()
    const starts = [1, 2].map((days) => once('The Ritz', clock.now() + days * DAY))
    const films = [aFilm('Metropolis', { showtimes: starts })]
    await applyCatalogue(ctx, aCatalogue([aHall('The Ritz')], films))
    const shows = await ctx.db.selectFrom('showtimes').select('id').execute()
    const look = async (n: number) => (await readRecordedMap(ctx, shows[n]?.id ?? '')).places
    const first = await look(0)

    expect(await look(1)).toBe(first)

    const rows = [{ row: 'A', seats: 5, category: 'Standard' }]
    await applyCatalogue(ctx, aCatalogue([aHall('The Ritz', { rows })], films))

    const seats = (await look(0)).filter(({ kind }) => kind === 'seat')
    expect(seats.map(({ label }) => label)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5'])
  })
})
