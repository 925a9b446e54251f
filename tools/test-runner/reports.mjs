import { join, relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Longer messages are cut: the list of failed tests at the end of a run is an overview. */
const MESSAGE_LENGTH = 1000

/** The tag of tests that only `npm run test:all` runs. */
export const TEST_ALL = 'test-all'

const relativePath = (root, file) => relative(root, file).split(sep).join('/')

function specsOf({ specs, suites = [] }, parents = []) {
  const own = specs.map((spec) => ({ ...spec, title: [...parents, spec.title].join(' > ') }))
  return [...own, ...suites.flatMap((suite) => specsOf(suite, [...parents, suite.title]))]
}

/** What failed in a test: all messages, without colours. */
const joinMessages = (messages) =>
  stripVTControlCharacters(messages.join('\n')).slice(0, MESSAGE_LENGTH)

/** All tests of a Playwright report, or of its list of tests, with the titles of their describe blocks. */
export const playwrightTests = ({ config, suites }, root) =>
  suites
    .flatMap((suite) => specsOf(suite))
    .map(({ file, title, tests }) => ({
      file: relativePath(root, join(config.rootDir, file)),
      title,
      state: stateOf(tests.map(({ status }) => status)),
      message: joinMessages(
        tests.flatMap(({ results }) =>
          results.flatMap(({ errors }) => errors.map(({ message }) => message)),
        ),
      ),
    }))

function stateOf(statuses) {
  if (statuses.some((status) => status === 'unexpected' || status === 'flaky')) return 'failed'
  return statuses.includes('skipped') ? 'skipped' : 'passed'
}

/** All tests of a vitest report. A test that the tag filter has left out has not run, and is not listed. */
const vitestTests = ({ testResults }, root) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .map(({ title, status, ancestorTitles, failureMessages, tags = [] }) => ({
        file: relativePath(root, name),
        title: [...ancestorTitles, title].join(' > '),
        state: status === 'passed' || status === 'failed' ? status : 'skipped',
        message: joinMessages(failureMessages),
        tags,
      }))
      .filter(({ state, tags }) => state !== 'skipped' || !tags.includes(TEST_ALL))
      .map(({ tags: _, ...test }) => test),
  )

/** All tests of the list that `vitest list --json` prints. */
export const vitestListedTests = (list, root) =>
  list.map(({ file, name }) => ({ file: relativePath(root, file), title: name }))

const READERS = { vitest: vitestTests, playwright: playwrightTests }

/**
 * Reads the JSON report of a test runner and counts its tests. A runner counts as one failure when it left no
 * report, ran no test, or failed outside any test (a file that does not load, a server that does not start).
 */
export function readReport(runner, report, { root, exitCode }) {
  const tests = report ? READERS[runner](report, root) : []
  const count = (state) => tests.filter((one) => one.state === state).length
  const [passed, failed] = [count('passed'), count('failed')]
  const brokenRun = failed === 0 && (exitCode !== 0 || passed === 0)
  return { tests, passed, failed: brokenRun ? 1 : failed }
}
