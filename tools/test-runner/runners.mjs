import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApps } from '../boot/build-apps.mjs'
import { nodeModulesPath, ROOT } from '../boot/project.mjs'
import { run, runQuietly } from '../boot/run.mjs'
import { runChecks } from '../checks/checks.mjs'
import { playwrightTests, readReport, TEST_ALL, vitestListedTests } from './reports.mjs'

const VITEST = nodeModulesPath('vitest/vitest.mjs')
const PLAYWRIGHT = nodeModulesPath('@playwright/test/cli.js')
const WATCH_REPORTER = join(ROOT, 'tools/test-runner/watch-reporter.mjs')
const PLAYWRIGHT_CONFIG = ['--config', 'e2e/playwright.config.ts']

/** Runs a command that writes a JSON file to the given path. Returns its exit code and the content of the file. */
async function runWithJsonReport(command) {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-report-'))
  const path = join(folder, 'report.json')
  const exitCode = await command(path)
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  rmSync(folder, { recursive: true })
  return { exitCode, report }
}

/** Runs the vitest tests of these projects. */
async function runVitest(projects, { node, env, filters, tier }) {
  const { exitCode, report } = await runWithJsonReport((path) => {
    const args = [
      ...projects.map((name) => `--project=${name}`),
      ...['default', 'json', WATCH_REPORTER].map((name) => `--reporter=${name}`),
      `--outputFile.json=${path}`,
      ...(tier.all ? [] : [`--tags-filter=!${TEST_ALL}`]),
      ...(tier.seed ? ['--sequence.shuffle', `--sequence.seed=${tier.seed}`] : []),
    ]
    return run(node, [VITEST, 'run', ...args, ...filters], { cwd: ROOT, env })
  })
  return readReport('vitest', report, { root: ROOT, exitCode })
}

/** Builds the apps and runs the browser tests on it. */
async function runBrowserTests({ node, env, filters, chromium, tier }) {
  if ((await buildApps({ node, env })) !== 0) return { passed: 0, failed: 1, tests: [] }
  const { exitCode, report } = await runWithJsonReport((path) => {
    const args = [
      ...['test', ...PLAYWRIGHT_CONFIG, `--reporter=list,json,${WATCH_REPORTER}`],
      ...(tier.all ? [] : [`--grep-invert=@${TEST_ALL}`]),
    ]
    const testEnv = { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: path }
    return run(node, [PLAYWRIGHT, ...args, ...filters], { cwd: ROOT, env: testEnv })
  })
  return readReport('playwright', report, { root: ROOT, exitCode })
}

/** Each suite returns the numbers of passed and failed tests, and the tests. A failed check counts as one. */
export const SUITES = {
  check: async (prepared) => ({ passed: 0, failed: await runChecks(prepared), tests: [] }),
  unit: (options) => runVitest(['!soak'], options),
  e2e: runBrowserTests,
}

/** `npm run test:all` runs these after the other suites: the soak run judges a real-time system and needs the machine for itself. */
export const LONG_SUITES = {
  soak: (options) => runVitest(['soak'], options),
}

/** All tests of both runners (file and title), without running them. */
export async function listTests({ node, env }) {
  const options = { cwd: ROOT, env }
  const unit = await runWithJsonReport((path) =>
    runQuietly(node, [VITEST, 'list', `--json=${path}`], options),
  )
  const browser = await runWithJsonReport((path) => {
    const args = [PLAYWRIGHT, 'test', '--list', ...PLAYWRIGHT_CONFIG, '--reporter=json']
    return runQuietly(node, args, {
      ...options,
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path },
    })
  })
  return [...vitestListedTests(unit.report, ROOT), ...playwrightTests(browser.report, ROOT)]
}
