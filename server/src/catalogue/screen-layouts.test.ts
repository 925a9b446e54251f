import { expect, test } from 'vitest'
import { fixedShowtime, makeCatalogue, makeMovie, makeScreen } from '#test/support/catalogues.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { readRecordedSeatMap } from '../inventory/seat-map.ts'
import { applyCatalogue } from './apply.service.ts'

const DAY = 86_400_000

describeDatabases('screen layouts', (world) => {
  test('are cached for all showtimes of a screen and read again after a change', async () => {
    const { ctx, clock } = world()
    const starts = [1, 2].map((days) => fixedShowtime('The Ritz', clock.now() + days * DAY))
    const movies = [makeMovie('Metropolis', { showtimes: starts })]
    await applyCatalogue(ctx, makeCatalogue([makeScreen('The Ritz')], movies))
    const shows = await ctx.db.selectFrom('showtimes').select('id').execute()
    const placesOf = async (n: number) =>
      (await readRecordedSeatMap(ctx, shows[n]?.id ?? '')).places
    const first = await placesOf(0)

    expect(await placesOf(1)).toBe(first)

    const rows = [{ row: 'A', seats: 5, category: 'Standard' }]
    await applyCatalogue(ctx, makeCatalogue([makeScreen('The Ritz', { rows })], movies))

    const seats = (await placesOf(0)).filter(({ kind }) => kind === 'seat')
    expect(seats.map(({ label }) => label)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5'])
  })
})
