import { expect, test } from 'vitest'
import { suiteOf, unproven } from './proofs.mjs'

const PATH = 'web/house.test.tsx'
const proof = (title) => ({ document: 'docs/specification.md', path: PATH, title })
const ran = (title, more = {}) => ({ path: PATH, title, group: '', state: 'passed', ...more })
const faults = (titles, outcomes, postgres = true) =>
  unproven(titles.map(proof), outcomes, { postgres })

test('a test that ran and passed proves what names it', () => {
  expect(faults(['stands'], [ran('stands'), ran('falls', { state: 'failed' })])).toEqual([])
})

test.each([
  ['of another name', ran('sits')],
  ['of another file', ran('stands', { path: 'web/hut.test.tsx' })],
])('a test %s proves nothing', (_, other) => {
  expect(faults(['stands'], [other])).toEqual([
    `docs/specification.md: ${PATH} "stands" did not run`,
  ])
})

test.each(['failed', 'skipped'])('one that was %s proves nothing', (state) => {
  expect(faults(['stands'], [ran('stands', { state })])).toHaveLength(1)
})

test('what runs on both databases has to pass on both', () => {
  const outcomes = [
    ran('stands', { group: 'a house (SQLite)' }),
    ran('stands', { group: 'a house (PostgreSQL)', state: 'failed' }),
  ]

  expect(faults(['stands'], outcomes)).toEqual([
    `docs/specification.md: ${PATH} "stands" was failed: a house (PostgreSQL) stands`,
  ])
})

test('where there is no PostgreSQL, what needs it is not asked for', () => {
  const outcomes = [ran('stands', { group: 'a house (PostgreSQL)', state: 'skipped' })]

  expect(faults(['stands'], outcomes, false)).toEqual([])
  expect(faults(['stands'], outcomes, true)).toHaveLength(1)
})

test('a title with holes means all the tests it made, whatever filled them', () => {
  const outcomes = [ran('a red door opens'), ran('a (blue) door opens', { state: 'failed' })]

  for (const title of ['a %s door opens', 'a $colour door opens', `a \${colours[0]} door opens`]) {
    expect(faults([title], outcomes)).toHaveLength(1)
  }
})

test('a case of a table means the tests that are called after it', () => {
  const outcomes = [ran('a red door opens'), ran('a blue door opens', { state: 'skipped' })]

  expect(faults(['red'], outcomes)).toEqual([])
  expect(faults(['blue'], outcomes)).toHaveLength(1)
})

test('a test that is called so is meant before others that only sound like it', () => {
  expect(faults(['stands'], [ran('stands'), ran('stands still', { state: 'failed' })])).toEqual([])
})

test('journeys are run in a browser, everything else without one', () => {
  expect(['e2e/booking.spec.ts', PATH, 'tools/x.test.mjs'].map(suiteOf)).toEqual([
    'e2e',
    'unit',
    'unit',
  ])
})
