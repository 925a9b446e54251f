import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApps } from '../boot/build-apps.mjs'
import { nodeModulesPath, ROOT } from '../boot/project.mjs'
import { run, runQuietly } from '../boot/run.mjs'
import { runChecks } from '../checks/checks.mjs'
import { playwrightTests, readReport, vitestListedTests } from './reports.mjs'

const VITEST = nodeModulesPath('vitest/vitest.mjs')
const PLAYWRIGHT = nodeModulesPath('@playwright/test/cli.js')
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

async function runUnitTests({ node, env, filters }) {
  const { exitCode, report } = await runWithJsonReport((path) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
    return run(node, [VITEST, 'run', ...reporters, ...filters], { cwd: ROOT, env })
  })
  return readReport('vitest', report, { root: ROOT, exitCode })
}

/** Builds the apps and runs the browser tests on it. */
async function runBrowserTests({ node, env, filters, chromium }) {
  if ((await buildApps({ node, env })) !== 0) return { passed: 0, failed: 1, tests: [] }
  const { exitCode, report } = await runWithJsonReport((path) => {
    const args = ['test', ...PLAYWRIGHT_CONFIG, '--reporter=list,json', ...filters]
    const testEnv = { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: path }
    return run(node, [PLAYWRIGHT, ...args], { cwd: ROOT, env: testEnv })
  })
  return readReport('playwright', report, { root: ROOT, exitCode })
}

/** Each suite returns the numbers of passed and failed tests, and the tests. A failed check counts as one. */
export const SUITES = {
  check: async (prepared) => ({ passed: 0, failed: await runChecks(prepared), tests: [] }),
  unit: runUnitTests,
  e2e: runBrowserTests,
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
