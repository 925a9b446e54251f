import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import { expect } from 'vitest'
import { createUser, emailOf } from '#test/support/makers.ts'
import type { TestContext } from '#test/support/test-context.ts'
import { previewCancellationByStaff } from '../../src/bookings/change/change-previews.service.ts'
import { cancelByStaff } from '../../src/bookings/change/staff-changes.service.ts'
import { book } from '../../src/bookings/order/book.service.ts'
import { extendSchedule } from '../../src/catalogue/schedule/schedule.ts'
import { holdPlaces } from '../../src/inventory/holds/holds.service.ts'
import { expireHolds } from '../../src/inventory/selections/selections.service.ts'
import { planLayout } from '../../src/office/halls/layouts.service.ts'
import { changeScreen } from '../../src/office/halls/screens.service.ts'
import { changeMovie } from '../../src/office/programme/movies.service.ts'
import { planChanges } from '../../src/office/programme/plans/programme-plans.service.ts'
import { readAllRows, withLog } from '../changes/change-world.ts'
import { answerOf, codeOf, unchangedIfRefused } from './answers.ts'
import { deliverBoth, deliverPlan } from './deliver-plan.ts'
import { expectProgrammeInvariants } from './programme-invariants.ts'
import type { Step } from './programme-steps.ts'
import {
  createWorld,
  readGrid,
  readProgrammeRows,
  readSnapshot,
  type World,
} from './programme-world.ts'
import { dayOf, freeSeats, pick, pickSome, resolveChanges } from './resolve-changes.ts'

const MINUTE = 60_000
/** Halls that managers draw: larger, smaller, and with other numbers. */
const HALLS = [
  [
    { row: 'A', seats: 6, category: 'Standard', gaps: [3] },
    { row: 'B', seats: 4, category: 'VIP' },
  ],
  [{ row: 'A', seats: 2, category: 'Standard' }],
  [{ row: 'A', seats: 4, category: 'Premium', first: 3 }],
]

/** Does the steps of a sequence in a new cinema, and checks what is true after each of them. */
export async function playSequence(context: TestContext, steps: readonly Step[]) {
  const world = await createWorld(context)
  await withLog(world, async () => {
    for (const step of steps) {
      await performStep(world, step)
      await expectProgrammeInvariants(world)
    }
  })
}

/** Does a step on one of two nodes. */
async function performStep(world: World, step: Step) {
  world.log.push(JSON.stringify(step))
  const before = await readProgrammeRows(world)
  const outcome = await perform(world, step)
  world.log.push(outcome ?? 'nothing to do')
  const isTime = step.verb === 'wait'
  if (!isTime && String(await readProgrammeRows(world)) !== String(before)) world.changes += 1
}

/** Returns the code of a refusal, or what was done. */
async function perform(world: World, step: Step): Promise<string | undefined> {
  const [node, other] = world.nodes
  switch (step.verb) {
    case 'sell':
      return sell(world, step)
    case 'hold': {
      const show = pick((await readGrid(world)).shows, step.show)
      if (!show) return undefined
      const free = await freeSeats(node, show._id)
      const placeIds = pickSome(free, step.seats).map(({ id }) => id)
      if (placeIds.length === 0) return undefined
      const request = { showtimeId: show._id, holder: crypto.randomUUID(), placeIds }
      return codeOf(await answerOf(() => holdPlaces(other, request)))
    }
    case 'cancel booking':
      return cancelBooking(world, step.booking)
    case 'plan':
      return plan(world, step)
    case 'plan hall':
      return planHall(world, step)
    case 'apply':
      return deliverPlan(world, step.manager, step.delivery)
    case 'apply both':
      return deliverBoth(world)
    case 'change movie': {
      const movie = pick((await readGrid(world)).movies, step.movie)
      const fields = { duration: step.duration }
      const change = { movieId: movie?._id ?? '', deviceId: 'manager', fields }
      return codeOf(await unchangedIfRefused(world, () => changeMovie(other, change)))
    }
    case 'close screen': {
      const closed = {
        from: dayOf(world, step.fromDay),
        to: dayOf(world, step.fromDay + step.days),
      }
      return closeScreen(world, step.screen, closed)
    }
    case 'open screen':
      return closeScreen(world, step.screen, null)
    case 'wait': {
      const today = dayOf(world, 0)
      await world.clock.advance(step.minutes * MINUTE)
      await expireHolds(node)
      await extendSchedule(other)
      // A new day has further shows of daily showtimes than a plan of yesterday has said.
      if (dayOf(world, 0) !== today) world.pending = []
      return undefined
    }
  }
}

async function sell(world: World, step: Extract<Step, { verb: 'sell' }>) {
  const [node, other] = world.nodes
  const show = pick((await readGrid(world)).shows, step.show)
  if (!show) return undefined
  const seats = pickSome(await freeSeats(node, show._id), step.seats)
  if (seats.length === 0) return undefined
  const userId = await createUser(node)
  const request = {
    movieId: show.movieId,
    showtimeId: show._id,
    seatIds: seats.map(({ id }) => id),
    parkingSlotIds: [],
    totalCost: seats.reduce((sum, { category }) => sum + seatPrice(category ?? ''), 0),
    phone: '9876543210',
  }
  const order = { userId, email: emailOf(userId), holder: userId, request }
  const answer = await answerOf(() => book(other, order))
  if ('value' in answer) {
    const { reference } = await node.reader
      .selectFrom('bookings')
      .select('id as reference')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    world.bookings.push(reference)
  }
  return codeOf(answer)
}

async function cancelBooking(world: World, index: number) {
  const [node] = world.nodes
  const { bookings } = await readSnapshot(world)
  const live = [...bookings.values()].filter(({ seats }) => seats.length > 0)
  const booking = pick(live, index)
  if (!booking) return undefined
  const { reference } = booking
  const named = { seatIds: [], slotIds: [], terms: 'full' as const }
  const request = { deviceId: 'counter', reason: 'illness', reference, ...named }
  return codeOf(
    await answerOf(async () => {
      const { refund } = await previewCancellationByStaff(node, reference, named)
      return cancelByStaff(node, { ...request, refund, key: crypto.randomUUID() })
    }),
  )
}

async function plan(world: World, step: Extract<Step, { verb: 'plan' }>) {
  const changes = await resolveChanges(world, step.changes)
  const [node] = world.nodes
  const answer = await withoutTrace(world, () => planChanges(node, changes))
  if (!('value' in answer)) return answer.code
  const view = answer.value
  world.pending[step.manager] = {
    kind: 'programme',
    planId: view.planId,
    view,
    changes: world.changes,
  }
  return `${view.changes.length} changes, ${view.conflicts.length} conflicts`
}

async function planHall(world: World, step: Extract<Step, { verb: 'plan hall' }>) {
  const screenId = (await readGrid(world)).screens[step.screen]?._id ?? ''
  const hall = { rows: HALLS[step.hall] ?? [], parking: { twoWheeler: 0, fourWheeler: 0 } }
  const validFrom = dayOf(world, step.fromDay)
  const [node] = world.nodes
  const answer = await withoutTrace(world, () => planLayout(node, { screenId, ...hall, validFrom }))
  if (!('value' in answer)) return answer.code
  const view = answer.value
  world.pending[step.manager] = {
    kind: 'hall',
    screenId,
    planId: view.planId,
    view,
    changes: world.changes,
  }
  return undefined
}

/** A plan leaves nothing but itself. */
async function withoutTrace<T>(world: World, work: () => Promise<T>) {
  const rows = async () =>
    (await readAllRows(world)).filter((row) => !row.startsWith('programme_plans:'))
  const before = await rows()
  const answer = await answerOf(work)
  expect(await rows(), 'a plan changes nothing').toEqual(before)
  return answer
}

async function closeScreen(
  world: World,
  index: number,
  closed: { from: string; to: string } | null,
) {
  const screenId = (await readGrid(world)).screens[index]?._id ?? ''
  const [node] = world.nodes
  const change = { screenId, deviceId: 'manager', closed }
  return codeOf(await unchangedIfRefused(world, () => changeScreen(node, change)))
}
