import { expect, test } from 'vitest'
import { fixedShowtime, makeCatalogue, makeMovie, makeScreen } from '#test/support/catalogues.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { readRecordedSeatMap } from '../inventory/seat-map.ts'
import { applyCatalogue } from './apply.service.ts'

const DAY = 86_400_000

describeDatabases('the places of a hall', (world) => {
  test('are read once for all its maps, and anew when it has been rebuilt', async () => {
    const { ctx, clock } = world()
    const starts = [1, 2].map((days) => fixedShowtime('The Ritz', clock.now() + days * DAY))
    const films = [makeMovie('Metropolis', { showtimes: starts })]
    await applyCatalogue(ctx, makeCatalogue([makeScreen('The Ritz')], films))
    const shows = await ctx.db.selectFrom('showtimes').select('id').execute()
    const look = async (n: number) => (await readRecordedSeatMap(ctx, shows[n]?.id ?? '')).places
    const first = await look(0)

    expect(await look(1)).toBe(first)

    const rows = [{ row: 'A', seats: 5, category: 'Standard' }]
    await applyCatalogue(ctx, makeCatalogue([makeScreen('The Ritz', { rows })], films))

    const seats = (await look(0)).filter(({ kind }) => kind === 'seat')
    expect(seats.map(({ label }) => label)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5'])
  })
})
