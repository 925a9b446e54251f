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
        failureMessages: status === 'failed' ? ['\u001B[31mexpected 1\u001B[39m', 'to be 2'] : [],
      })),
    },
  ],
})
const spec = (title, ...statuses) => ({
  file: 'a.spec.ts',
  title,
  tests: statuses.map((status) => ({
    status,
    results: [{ errors: status === 'unexpected' ? [{ message: 'timed out' }] : [] }],
  })),
})

test('readReport reads file, title, state and messages of vitest tests', () => {
  const report = vitestReport(['one', 'passed'], ['two', 'failed'], ['three', 'pending'])

  expect(readReport('vitest', report, options)).toEqual({
    passed: 1,
    failed: 1,
    tests: [
      { file: 'web/a.test.ts', title: 'block > one', state: 'passed', message: '' },
      {
        file: 'web/a.test.ts',
        title: 'block > two',
        state: 'failed',
        message: 'expected 1\nto be 2',
      },
      { file: 'web/a.test.ts', title: 'block > three', state: 'skipped', message: '' },
    ],
  })
})

test('readReport reads file, title, state and messages of Playwright tests', () => {
  const block = { title: 'block', specs: [spec('three', 'skipped'), spec('four', 'flaky')] }
  const report = {
    config: { rootDir: '/root/e2e' },
    suites: [{ specs: [spec('one', 'expected'), spec('two', 'unexpected')], suites: [block] }],
  }
  const { tests, ...counts } = readReport('playwright', report, { ...options, exitCode: 1 })

  expect(counts).toEqual({ passed: 1, failed: 2 })
  expect(
    tests.map(({ file, title, state, message }) => `${file}: ${title}: ${state} ${message}`),
  ).toEqual([
    'e2e/a.spec.ts: one: passed ',
    'e2e/a.spec.ts: two: failed timed out',
    'e2e/a.spec.ts: block > three: skipped ',
    'e2e/a.spec.ts: block > four: failed ',
  ])
})

test('readReport leaves out tests that the tag filter has skipped', () => {
  const report = vitestReport(['one', 'passed'], ['two', 'skipped'])
  report.testResults[0].assertionResults[1].tags = ['test-all']

  expect(readReport('vitest', report, options).tests).toHaveLength(1)
})

test.each([
  ['left no report', undefined, 0],
  ['ran no test', vitestReport(), 0],
  ['failed outside any test', vitestReport(['one', 'passed']), 1],
])('readReport counts one failure when the runner %s', (_, report, exitCode) => {
  expect(readReport('vitest', report, { ...options, exitCode }).failed).toBe(1)
})
