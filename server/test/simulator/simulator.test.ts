import { expect, test } from 'vitest'
import { brokenRules } from './broken-rules.ts'
import { commandOf } from './command-line.ts'
import { defaultOptions } from './options.ts'
import { run } from './run.ts'
import { shrink } from './shrink.ts'

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)

test('runs with several nodes, crashes and lost messages break no rule', async () => {
  for (const seed of SEEDS) {
    const options = defaultOptions(seed)
    const { violation, trace } = await run(options)
    expect.soft(violation, `${commandOf(options)}\n${trace.join('\n')}`).toBe(undefined)
  }
})

test('a run with the same seed is the same', async () => {
  const options = { ...defaultOptions(7), steps: 3000 }
  const first = await run(options)
  expect(await run(options)).toEqual(first)
})

test('a violation is found again in a smaller run', async () => {
  const { foundBy, ...broken } = brokenRules['accessible places are for everybody']
  const options = defaultOptions(1)
  const result = await run(options, broken)
  expect(foundBy).toContain(result.violation?.rule)
  const smaller = await shrink({ options, result }, broken)
  expect(smaller.result.violation?.rule).toBe(result.violation?.rule)
  expect(smaller.result.steps).toBeLessThan(result.steps)
  expect(await run(smaller.options, broken)).toEqual(smaller.result)
})
