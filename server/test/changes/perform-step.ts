import { expect } from 'vitest'
import { expireHolds } from '#src/inventory/selections/selections.service.ts'
import { finishShowCancellations } from '../../src/bookings/shows/show-cancellation.service.ts'
import type { Context } from '../../src/context.ts'
import { isTransientError } from '../../src/database/error-kinds.ts'
import { AppError } from '../../src/errors.ts'
import { createRequest, type Request } from './change-requests.ts'
import type { Delivery, Step } from './change-steps.ts'
import { invalidateShows, readAllRows, type World } from './change-world.ts'
import { createFailingNode, NODE_DIED } from './failing-node.ts'

const MINUTE = 60_000

/** Refusals that a visitor or staff can meet. Any other error is a bug. */
const REFUSALS = [
  'TAKEN',
  'CLOSED',
  'INVALID',
  'NOT_FOUND',
  'PRICE_MISMATCH',
  'LIMIT',
  'ALREADY_BOOKED',
]

/** The value of an answer, or the code of a refusal. */
type Answer = { value: unknown } | { code: string }

/** Does a step. A request that is refused, and a node that dies, leave no trace in the database. */
export async function performStep(world: World, step: Step) {
  const { clock, nodes, earlier, log } = world
  const [node] = nodes
  if (step.verb === 'wait') {
    await clock.advance(step.minutes * MINUTE)
    await expireHolds(node)
  } else if (step.verb === 'repeat') {
    const request = earlier.at(-1 - step.earlier)
    if (request) await expectNoTrace(world, () => request(node))
  } else {
    const request = await createRequest(world, step)
    if (!request) return
    log.push(JSON.stringify(step))
    const answer = await deliver(world, request, step.delivery)
    log.push('value' in answer ? 'done' : answer.code)
    if (!('value' in answer)) expect(answer.code).toBeOneOf(REFUSALS)
  }
}

/** Does requests at the same time, on two nodes in turn. */
export async function performTogether(world: World, steps: Step[]) {
  const requests = []
  for (const one of steps)
    if (one.verb !== 'wait' && one.verb !== 'repeat')
      requests.push((await createRequest(world, one)) ?? [])
  world.log.push(...steps.map((one) => JSON.stringify(one)))
  const answers = await Promise.all(
    requests.flat().map((request, index) => {
      const node = world.nodes[index % 2] as Context
      const key = crypto.randomUUID()
      return answerOf(() => request.send(node, key))
    }),
  )
  for (const answer of answers) if (!('value' in answer)) expect(answer.code).toBeOneOf(REFUSALS)
}

async function deliver(world: World, request: Request, delivery: Delivery): Promise<Answer> {
  const [node, other] = world.nodes
  const key = crypto.randomUUID()
  const send = (to: Context) => answerOf(() => request.send(to, key))
  if (typeof delivery === 'object') {
    await sendToFailingNode(world, request, { key, ...delivery })
    return deliver(world, request, 'once')
  }
  if (delivery === 'on two nodes') {
    const [answer, another] = await Promise.all([send(node), send(other)])
    if (request.hasKey) expect(another).toEqual(answer)
    return answer
  }
  const before = await readAllRows(world)
  const answer = await send(node)
  const isDone = 'value' in answer
  if (!isDone) expect(await readAllRows(world)).toEqual(before)
  if (request.hasKey && isDone) world.earlier.push((to) => request.send(to, key))
  if (delivery === 'answer lost' && (request.hasKey || !isDone))
    await expectNoTrace(world, async () => expect(await send(other)).toEqual(answer))
  return answer
}

interface Failure {
  key: string
  diesAtStatement: number
}

async function sendToFailingNode(world: World, request: Request, failure: Failure) {
  const failing = createFailingNode(world.nodes[0], failure.diesAtStatement)
  const before = await readAllRows(world)
  const answer = await answerOf(() => request.send(failing, failure.key))
  const isUndone = 'code' in answer && answer.code === NODE_DIED.message
  if (isUndone && !request.isResumable) expect(await readAllRows(world)).toEqual(before)
  invalidateShows(world)
  if (request.isResumable) await finishShowCancellations(world.nodes[1])
}

async function answerOf(send: () => Promise<unknown>): Promise<Answer> {
  for (let retries = 3; ; retries -= 1) {
    try {
      return { value: await send() }
    } catch (error) {
      if (error instanceof AppError && error.code !== 'UNAVAILABLE') return { code: error.code }
      if (error === NODE_DIED) return { code: NODE_DIED.message }
      // A client repeats a request with its key when the server is busy.
      if (retries === 0 || !(error instanceof AppError || isTransientError(error))) throw error
    }
  }
}

async function expectNoTrace(world: World, work: () => Promise<unknown>) {
  const before = await readAllRows(world)
  await work()
  expect(await readAllRows(world)).toEqual(before)
}
