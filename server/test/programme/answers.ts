import { expect } from 'vitest'
import { isTransientError } from '../../src/database/error-kinds.ts'
import { AppError } from '../../src/errors.ts'
import { readAllRows } from '../changes/change-world.ts'
import { NODE_DIED } from '../changes/failing-node.ts'
import type { World } from './programme-world.ts'

/** Refusals that a manager or a visitor can meet. Any other error is a bug. */
const REFUSALS = ['CLOSED', 'INVALID', 'NOT_FOUND', 'TAKEN', 'LIMIT', 'PRICE_MISMATCH']
/** The value of an answer, or the code of a refusal. */
export type Answer = { value: unknown } | { code: string }

/** Does work that leaves no trace if it is refused. */
export async function unchangedIfRefused<T>(world: World, work: () => Promise<T>) {
  const before = await readAllRows(world)
  const answer = await answerOf(work)
  if (!('value' in answer) && answer.code !== NODE_DIED.message)
    expect(await readAllRows(world), 'a refusal changes nothing').toEqual(before)
  return answer
}

export async function answerOf<T>(
  send: () => Promise<T>,
): Promise<{ value: T } | { code: string }> {
  for (let retries = 3; ; retries -= 1) {
    try {
      return { value: await send() }
    } catch (error) {
      if (error instanceof AppError && error.code !== 'UNAVAILABLE') {
        expect(error.code).toBeOneOf(REFUSALS)
        return { code: error.code }
      }
      if (error === NODE_DIED) return { code: NODE_DIED.message }
      if (retries === 0 || !(error instanceof AppError || isTransientError(error))) throw error
    }
  }
}

export const codeOf = (answer: Answer) => ('code' in answer ? answer.code : 'done')
