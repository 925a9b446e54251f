import { expect } from 'vitest'
import { finishShowCancellations } from '../../src/bookings/shows/show-cancellation.service.ts'
import type { Context } from '../../src/context.ts'
import { applyLayout } from '../../src/office/halls/layouts.service.ts'
import { applyProgramme } from '../../src/office/programme/plans/apply-programme.service.ts'
import { readAllRows } from '../changes/change-world.ts'
import { createFailingNode } from '../changes/failing-node.ts'
import { type Answer, answerOf, codeOf, unchangedIfRefused } from './answers.ts'
import { expectAppliedAsPlanned, expectHallApplied } from './programme-invariants.ts'
import type { Delivery } from './programme-steps.ts'
import { type PendingPlan, readProgrammeRows, readSnapshot, type World } from './programme-world.ts'

const REASON = 'Christmas week'

/** Applies the plan of a manager, and compares what has changed with what it has said. Returns the code of a refusal, or what was done. */
export async function deliverPlan(world: World, manager: number, delivery: Delivery) {
  const pending = world.pending[manager]
  if (!pending) return undefined
  const [node, other] = world.nodes
  const before = await readSnapshot(world)
  const send = (to: Context) => answerOf(() => applyPlan(to, pending))
  let answer: Answer
  if (typeof delivery === 'object') {
    const failing = createFailingNode(node, delivery.diesAtStatement)
    const died = await unchangedIfRefused(world, () => applyPlan(failing, pending))
    for (const id of before.shows.keys()) for (const one of world.nodes) announce(one, id)
    answer = await send(other)
    if ('value' in died)
      expect(answer, 'what was applied is not applied again').toEqual({ value: false })
    if ('value' in answer) answer = { value: true }
  } else if (delivery === 'on two nodes') {
    const answers = await Promise.all([send(node), send(other)])
    answer = answers.find((one) => 'value' in one && one.value === true) ?? answers[0]
    const applied = answers.filter((one) => 'value' in one && one.value === true)
    expect(applied.length, 'a plan is applied once').toBeLessThanOrEqual(1)
  } else {
    answer = await unchangedIfRefused(world, () => applyPlan(node, pending))
    if (delivery === 'answer lost' && 'value' in answer) {
      const rows = await readAllRows(world)
      expect(await send(other), 'what was applied is not applied again').toEqual({ value: false })
      expect(await readAllRows(world)).toEqual(rows)
    }
  }
  const isApplied = 'value' in answer && answer.value !== false
  if (isApplied) await expectApplied(world, pending, before)
  else if ('code' in answer) expect(await readSnapshot(world)).toEqual(before)
  if (isApplied) world.pending[manager] = undefined
  return codeOf(answer)
}

async function expectApplied(
  world: World,
  pending: PendingPlan,
  before: Awaited<ReturnType<typeof readSnapshot>>,
) {
  await finishShowCancellations(world.nodes[1])
  expect(world.changes, 'a plan is applied to the programme that it was made for').toBe(
    pending.changes,
  )
  const after = await readSnapshot(world)
  if (pending.kind === 'hall') return expectHallApplied(world, pending, { before, after })
  expect(pending.view.conflicts, 'a plan with conflicts is not applied').toEqual([])
  expectAppliedAsPlanned(pending.view, { before, after })
}

/** Of two plans for one programme, one is applied at most, unless the first one changes nothing. */
export async function deliverBoth(world: World) {
  const [one, another] = world.pending
  if (!one || !another) return undefined
  const [node, other] = world.nodes
  const before = await readProgrammeRows(world)
  const answers = await Promise.all([
    answerOf(() => applyPlan(node, one)),
    answerOf(() => applyPlan(other, another)),
  ])
  await finishShowCancellations(node)
  const applied = answers.filter((answer) => 'value' in answer && answer.value === true)
  const isChanging = (pending: PendingPlan) =>
    pending.kind === 'hall' || pending.view.changes.length > 0
  if (isChanging(one) && isChanging(another))
    expect(applied.length, 'two managers do not overwrite each other').toBeLessThanOrEqual(1)
  if (applied.length === 0) expect(await readProgrammeRows(world)).toEqual(before)
  world.pending = []
  return answers.map(codeOf).join()
}

const applyPlan = (node: Context, { planId, ...pending }: PendingPlan) => {
  const request = { planId, deviceId: 'manager', reason: REASON }
  return pending.kind === 'hall'
    ? applyLayout(node, { ...request, screenId: pending.screenId })
    : applyProgramme(node, { ...request, refundUnseated: true })
}

/** A node that died has told nobody what it has changed. */
const announce = (node: Context, showtimeId: string) =>
  node.events.emit('remoteClaimsChanged', showtimeId)
