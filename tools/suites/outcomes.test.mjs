import { expect, test } from 'vitest'
import { outcomesOf } from './outcomes.mjs'

test('both reports are read alike: file, title, what is around it, state', () => {
  const units = {
    testResults: [
      {
        name: '/house/web/door.test.ts',
        assertionResults: [
          { title: 'opens', status: 'passed', ancestorTitles: ['the door', 'in spring'] },
          { title: 'shuts', status: 'failed', ancestorTitles: [] },
          { title: 'creaks', status: 'pending', ancestorTitles: [] },
        ],
      },
    ],
  }
  const journey = (title, ...statuses) => ({
    file: 'door.spec.ts',
    title,
    tests: statuses.map((status) => ({ status })),
  })
  const journeys = {
    config: { rootDir: '/house/e2e' },
    suites: [
      {
        title: 'door.spec.ts',
        specs: [journey('is entered', 'expected'), journey('is left', 'expected', 'unexpected')],
        suites: [
          {
            title: 'at night',
            specs: [journey('is shut', 'skipped'), journey('is found', 'flaky')],
          },
        ],
      },
    ],
  }

  expect(outcomesOf('vitest', units, '/house/')).toEqual([
    { path: 'web/door.test.ts', title: 'opens', group: 'the door in spring', state: 'passed' },
    { path: 'web/door.test.ts', title: 'shuts', group: '', state: 'failed' },
    { path: 'web/door.test.ts', title: 'creaks', group: '', state: 'skipped' },
  ])
  expect(
    outcomesOf('playwright', journeys, '/house/').map(({ path, group, title, state }) =>
      [path, group, title, state].join(' · '),
    ),
  ).toEqual([
    'e2e/door.spec.ts · door.spec.ts · is entered · passed',
    'e2e/door.spec.ts · door.spec.ts · is left · failed',
    'e2e/door.spec.ts · at night · is shut · skipped',
    'e2e/door.spec.ts · at night · is found · passed',
  ])
})

test.each(['vitest', 'playwright'])('of %s that left no report nothing is known', (runner) => {
  expect(outcomesOf(runner, undefined, '/house/')).toEqual([])
})
