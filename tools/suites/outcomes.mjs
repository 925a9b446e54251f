import { join, relative, sep } from 'node:path'

const pathIn = (root, file) => relative(root, file).split(sep).join('/')

const READERS = {
  vitest: ({ testResults }, root) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ title, status, ancestorTitles }) => ({
        path: pathIn(root, name),
        title,
        group: ancestorTitles.join(' '),
        state: status === 'passed' || status === 'failed' ? status : 'skipped',
      })),
    ),
  playwright: ({ config, suites }, root) =>
    suites.flatMap((suite) => journeysOf(suite, config, root)),
}

function journeysOf({ title: group, specs, suites = [] }, config, root) {
  const own = specs.map(({ file, title, tests }) => ({
    path: pathIn(root, join(config.rootDir, file)),
    title,
    group,
    state: stateOf(tests.map(({ status }) => status)),
  }))
  return [...own, ...suites.flatMap((suite) => journeysOf(suite, config, root))]
}

/** A test that failed and then passed on a retry is one that passed. */
function stateOf(statuses) {
  if (statuses.includes('unexpected')) return 'failed'
  return statuses.includes('skipped') ? 'skipped' : 'passed'
}

/** What became of every test of a runner's JSON report: its file from the root, its title, the blocks around it, its state. */
export const outcomesOf = (runner, report, root) => (report ? READERS[runner](report, root) : [])
