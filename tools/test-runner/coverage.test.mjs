import { expect, test } from 'vitest'
import { coverageDocument, findGaps, findUntestedRequirements } from './coverage.mjs'

const REQUIREMENTS = [
  { id: 'R-1.1', rule: 'first' },
  { id: 'S-1', rule: 'second' },
]
const example = (title, state = 'passed') => ({ file: 'a.test.ts', title, state })

test('findGaps is empty when each requirement has a test', () => {
  expect(findGaps(REQUIREMENTS, [example('both [R-1.1][S-1]')])).toEqual([])
})

test('findGaps names requirements without a test and titles with an unknown id', () => {
  const gaps = findGaps(REQUIREMENTS, [example('one [S-1][R-1.10]')])

  expect(gaps).toEqual([
    'R-1.1 has no test: first',
    'R-1.10 does not exist: a.test.ts: one [S-1][R-1.10]',
  ])
})

test('findGaps names an id that is used twice', () => {
  const requirements = [...REQUIREMENTS, { id: 'S-1', rule: 'third' }]

  expect(findGaps(requirements, [example('both [R-1.1][S-1]')])).toEqual([
    'S-1 is used twice: third',
  ])
})

test.each([
  ['passed', false, 0],
  ['failed', true, 1],
  ['skipped', false, 1],
  ['skipped', true, 0],
])(
  'findUntestedRequirements for a %s test, when tests may be skipped: %s',
  (state, mayBeSkipped, count) => {
    const tests = [example('one [R-1.1]', state), example('two [S-1]')]

    const options = { all: true, mayBeSkipped }
    expect(findUntestedRequirements(REQUIREMENTS, tests, options)).toHaveLength(count)
  },
)

test.each([
  ['npm test', false, []],
  ['test:all', true, ['S-2 has no passing test: third (test:all)']],
])(
  'findUntestedRequirements in %s: a rule with the mark (test:all) needs a test there',
  (_, all, expected) => {
    const requirements = [...REQUIREMENTS, { id: 'S-2', rule: 'third (test:all)' }]
    const tests = [example('both [R-1.1][S-1]')]

    expect(findUntestedRequirements(requirements, tests, { all, mayBeSkipped: false })).toEqual(
      expected,
    )
  },
)

test('coverageDocument lists the tests of a requirement by file, whatever the order of the run', () => {
  const tests = ['b.test.ts', 'a.test.ts'].map((file) => ({ file, title: `works [S-1]` }))
  const requirement = { id: 'S-1', rule: 'second', headings: [] }

  const row = '| S-1 | second | `a.test.ts`: works<br>`b.test.ts`: works |'
  expect(coverageDocument([requirement], tests)).toContain(row)
  expect(coverageDocument([requirement], tests.toReversed())).toContain(row)
})
