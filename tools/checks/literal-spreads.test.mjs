import { expect, test } from 'vitest'
import { findLiteralSpreads } from './literal-spreads.mjs'

const linesOf = (statement) => findLiteralSpreads('example.tsx', `const a = 1\n${statement}`)

test.each([
  'const object = { ...{ a, b: 2 } }',
  'const object = { ...({ a } as const) }',
  'call({ a: { c, ...{ a } } })',
  'const element = <Price {...{ a, b }} c={3} />',
])('findLiteralSpreads reports the line of a spread object literal: %s', (statement) => {
  expect(linesOf(statement)).toEqual([2])
})

test.each([
  'const object = { a, ...b }',
  'const object = { ...(a && { b: 2 }) }',
  'const object = { ...(a ? { b: 2 } : { c: 3 }) }',
  'const object = { ...create({ a }) }',
  'const element = <Price {...props} style={{ a }} />',
])('findLiteralSpreads accepts other spreads: %s', (statement) => {
  expect(linesOf(statement)).toEqual([])
})
