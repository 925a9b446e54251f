import { formatTime } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { daily, makeCatalogue, makeMovie, makeScreen } from '#test/support/catalogues.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { applyCatalogue } from '../apply/apply.service.ts'
import { listMovies } from '../catalogue.service.ts'
import { extendSchedule } from './schedule.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describeDatabases('the daily schedule', (context) => {
  const apply = (...file: Parameters<typeof makeCatalogue>) =>
    applyCatalogue(context().ctx, makeCatalogue(...file))
  const starts = async () => {
    const showtimes = await context().ctx.db.selectFrom('showtimes').select('starts_at').execute()
    return showtimes.map(({ starts_at }) => starts_at).toSorted((a, b) => a - b)
  }

  test('covers the next seven days as time passes, with two nodes', async () => {
    const { ctx, clock } = context()
    const times = [daily('Screen 1', '18:00'), daily('Screen 1', '21:30')]
    await apply([makeScreen('Screen 1')], [makeMovie('Evening', { daily: times })])

    for (let hours = 0; hours < 200; hours += 17) {
      await clock.advance(17 * HOUR)
      await Promise.all([extendSchedule(ctx), extendSchedule(ctx)])
    }

    const all = await starts()
    expect(new Set(all).size).toBe(all.length)
    const upcoming = all.filter((start) => start > clock.now() && start <= clock.now() + 7 * DAY)
    expect(upcoming).toHaveLength(14)
    const formatted = all.map((start) => formatTime(start, ctx.config.timeZone))
    expect(new Set(formatted)).toEqual(new Set(['6:00 PM', '9:30 PM']))
  })

  test('adds nothing when the days are complete', async () => {
    const { ctx } = context()
    await extendSchedule(ctx)

    expect(await extendSchedule(ctx)).toBe(0)
  })

  test('does not add a moved show again at its old time, nor does the file remove or add it [S-472]', async () => {
    const { ctx } = context()
    const screens = [makeScreen('Screen 1'), makeScreen('Screen 2')]
    const movies = [makeMovie('Evening', { daily: [daily('Screen 1', '18:00')] })]
    await apply(screens, movies)
    const before = await starts()
    const show = await ctx.db
      .selectFrom('showtimes')
      .selectAll()
      .where('starts_at', '>', ctx.now())
      .orderBy('starts_at')
      .executeTakeFirstOrThrow()
    const screen = await ctx.db
      .selectFrom('screens')
      .selectAll()
      .where('name', '=', 'Screen 2')
      .executeTakeFirstOrThrow()
    await ctx.db
      .insertInto('show_moves')
      .values({
        id: crypto.randomUUID(),
        showtime_id: show.id,
        reason: 'repair',
        at: ctx.now(),
        from_screen_id: show.layout_id,
        from_starts_at: show.starts_at,
        to_screen_id: screen.id,
        to_starts_at: show.starts_at,
        device_id: 'manager',
      })
      .execute()
    await ctx.db
      .updateTable('showtimes')
      .set({ layout_id: screen.id })
      .where('id', '=', show.id)
      .execute()

    expect(await extendSchedule(ctx)).toBe(0)
    await apply(screens, movies)

    expect(await starts()).toEqual(before)
  })

  test('stops when the catalogue removes the daily showtimes', async () => {
    const { ctx, clock } = context()
    const screens = [makeScreen('Screen 3')]
    await apply(screens, [makeMovie('Removed', { daily: [daily('Screen 3', '18:00')] })])
    await apply(screens, [makeMovie('Removed')])
    await clock.advance(DAY)

    expect(await extendSchedule(ctx)).toBe(0)
    const removed = (await listMovies(ctx)).find(({ name }) => name === 'Removed')
    expect(removed?.showtimes.filter((showtime) => typeof showtime === 'object')).toEqual([])
  })

  test('leaves a daily showtime out on its excepted days, and an unsold one leaves such a day [S-785]', async () => {
    const { ctx } = context()
    const evening = daily('Screen 1', '18:00')
    const screens = [makeScreen('Screen 1')]
    await apply(screens, [makeMovie('Excepted', { daily: [evening] })])
    const dates = async () => {
      const movie = (await listMovies(ctx)).find(({ name }) => name === 'Excepted')
      const showtimes = movie?.showtimes.filter((showtime) => typeof showtime === 'object') ?? []
      return showtimes.map(({ date }) => date)
    }
    const [first = '', second = '', ...others] = await dates()

    await apply(screens, [
      makeMovie('Excepted', { daily: [{ ...evening, except: [second, '2099-12-24'] }] }),
    ])
    await extendSchedule(ctx)

    expect(await dates()).toEqual([first, ...others])
  })
})
