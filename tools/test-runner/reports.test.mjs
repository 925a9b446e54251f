import { expect, test } from 'vitest'
import { readReport } from './reports.mjs'

const options = { root: '/root/', exitCode: 0 }
const vitestReport = (...results) => ({
  testResults: [
    {
      name: '/root/web/a.test.ts',
      assertionResults: results.map(([title, status]) => ({
        title,
        status,
        ancestorTitles: ['block'],
      })),
    },
  ],
})
const spec = (title, ...statuses) => ({
  file: 'a.spec.ts',
  title,
  tests: statuses.map((status) => ({ status })),
})

test('readReport reads file, title and state of vitest tests', () => {
  const report = vitestReport(['one', 'passed'], ['two', 'failed'], ['three', 'pending'])

  expect(readReport('vitest', report, options)).toEqual({
    passed: 1,
    failed: 1,
    tests: [
      { file: 'web/a.test.ts', title: 'block > one', state: 'passed' },
      { file: 'web/a.test.ts', title: 'block > two', state: 'failed' },
      { file: 'web/a.test.ts', title: 'block > three', state: 'skipped' },
    ],
  })
})

test('readReport reads file, title and state of Playwright tests', () => {
  const block = { title: 'block', specs: [spec('three', 'skipped'), spec('four', 'flaky')] }
  const report = {
    config: { rootDir: '/root/e2e' },
    suites: [{ specs: [spec('one', 'expected'), spec('two', 'unexpected')], suites: [block] }],
  }
  const { tests, ...counts } = readReport('playwright', report, { ...options, exitCode: 1 })

  expect(counts).toEqual({ passed: 2, failed: 1 })
  expect(tests.map(({ file, title, state }) => `${file}: ${title}: ${state}`)).toEqual([
    'e2e/a.spec.ts: one: passed',
    'e2e/a.spec.ts: two: failed',
    'e2e/a.spec.ts: block > three: skipped',
    'e2e/a.spec.ts: block > four: passed',
  ])
})

test.each([
  ['left no report', undefined, 0],
  ['ran no test', vitestReport(), 0],
  ['failed outside any test', vitestReport(['one', 'passed']), 1],
])('readReport counts one failure when the runner %s', (_, report, exitCode) => {
  expect(readReport('vitest', report, { ...options, exitCode }).failed).toBe(1)
})
