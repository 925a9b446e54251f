import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { addDays, formatIsoDate, parseLocalTime } from '@marquee/contract/time'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import type { Context } from '../../src/context.ts'
import type { WantedChange } from './programme-steps.ts'
import { readGrid, type World } from './programme-world.ts'

const MINUTE = 60_000

/** The changes that a manager makes, by what the programme has then. */
export async function resolveChanges(world: World, wanted: readonly WantedChange[]) {
  const { shows, screens, movies, dailyRules } = await readGrid(world)
  const { timeZone } = world.nodes[0].config
  const upcoming = shows.filter(({ startTime }) => Date.parse(startTime) > world.clock.now())
  const timeOf = (halfHour: number) =>
    `${String(Math.floor(halfHour / 2)).padStart(2, '0')}:${halfHour % 2 === 0 ? '00' : '30'}`
  const resolve = (change: WantedChange): ProgrammeChange[] => {
    switch (change.type) {
      case 'add': {
        const start = parseLocalTime(dayOf(world, change.day), timeOf(change.halfHour), timeZone)
        const [movieId, screenId] = [movies[change.movie]?._id, screens[change.screen]?._id]
        if (movieId === undefined || screenId === undefined) return []
        return [{ type: 'add', movieId, screenId, startTime: new Date(start).toISOString() }]
      }
      case 'move': {
        const show = pick(upcoming, change.show)
        if (!show) return []
        const startTime = new Date(Date.parse(show.startTime) + change.minutes * MINUTE)
        const screenId = screens[change.screen]?._id
        return [
          { type: 'move', showtimeId: show._id, screenId, startTime: startTime.toISOString() },
        ]
      }
      case 'cutoff': {
        const show = pick(upcoming, change.show)
        return show ? [{ type: 'move', showtimeId: show._id, cutoffMinutes: change.minutes }] : []
      }
      case 'remove': {
        const show = pick(upcoming, change.show)
        return show ? [{ type: 'remove', showtimeId: show._id }] : []
      }
      case 'set daily': {
        const [movieId, screenId] = [movies[change.movie]?._id, screens[change.screen]?._id]
        if (movieId === undefined || screenId === undefined) return []
        const at = timeOf(change.halfHour)
        return [{ type: 'daily', action: 'set', movieId, screenId, at }]
      }
      case 'change daily': {
        const rule = pick(dailyRules, change.rule)
        if (!rule) return []
        const { screenId, at } = rule
        const { action } = change
        const ofRule = { type: 'daily', screenId, at } as const
        return action === 'remove' || action === 'split'
          ? [{ ...ofRule, action }]
          : [{ ...ofRule, action, date: dayOf(world, change.day) }]
      }
    }
  }
  return wanted.flatMap(resolve)
}

/** A day of the cinema, counted from today: 2026-12-01. */
export const dayOf = ({ clock, nodes: [{ config }] }: World, days: number) =>
  addDays(formatIsoDate(clock.now(), config.timeZone), days)

export const pick = <T>(list: readonly T[], index: number) => list[index % Math.max(1, list.length)]

export const pickSome = <T>(list: readonly T[], numbers: readonly number[]) => [
  ...new Set(numbers.flatMap((index) => pick(list, index) ?? [])),
]

export async function freeSeats(node: Context, showtimeId: string) {
  const { places, claims } = await readSeatMap(node, showtimeId)
  return places.filter(({ id, kind }) => kind === 'seat' && !claims.has(id))
}
