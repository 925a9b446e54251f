import type { Challenge, Proof } from '@marquee/contract/calls/proof-of-work'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import * as solver from './solve-challenge.ts'
import { withProof } from './with-proof.ts'

let solveChallenge: MockInstance<typeof solver.solveChallenge>

const challenge = { signature: 'first' } as Challenge
const proof = { challenge } as Proof
const challengeOf = (answer: Challenge | 'ok') => (answer === 'ok' ? undefined : answer)

beforeEach(() => {
  vi.useFakeTimers()
  solveChallenge = vi.spyOn(solver, 'solveChallenge').mockResolvedValue(proof)
})

test('withProof sends a request once if it is answered without a challenge', async () => {
  const send = vi.fn(async () => 'ok' as const)

  expect(await withProof(send, challengeOf)).toBe('ok')
  expect(send.mock.calls).toEqual([[]])
})

test('withProof solves a challenge and sends the request again with the proof', async () => {
  const send = vi.fn(async (given?: Proof) => (given ? ('ok' as const) : challenge))

  expect(await withProof(send, challengeOf)).toBe('ok')
  expect(send).toHaveBeenLastCalledWith(proof)
  expect(useNotifications.getState().visible).toEqual([])
})

test('withProof returns the challenge after three proofs, or if it cannot be solved', async () => {
  const send = vi.fn(async () => challenge)
  expect(await withProof(send, challengeOf)).toBe(challenge)
  expect(send).toHaveBeenCalledTimes(4)

  solveChallenge.mockResolvedValue(undefined)
  send.mockClear()
  expect(await withProof(send, challengeOf)).toBe(challenge)
  expect(send).toHaveBeenCalledOnce()
})

test('withProof tells the visitor after two seconds why it takes longer', async () => {
  const solved = Promise.withResolvers<Proof>()
  const asked = Promise.withResolvers<void>()
  solveChallenge.mockImplementation(() => {
    asked.resolve()
    return solved.promise
  })
  const answer = withProof(async (given) => (given ? 'ok' : challenge), challengeOf)
  await asked.promise

  await vi.advanceTimersByTimeAsync(1_900)
  expect(useNotifications.getState().visible).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(useNotifications.getState().visible).toHaveLength(1)
  solved.resolve(proof)
  expect(await answer).toBe('ok')
})
