import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../boot/project.mjs'
import { run } from '../boot/run.mjs'
import { buildWeb } from '../boot/web.mjs'
import { check } from '../checks/check.mjs'
import { steps } from '../checks/steps.mjs'
import { outcomesOf } from './outcomes.mjs'
import { tally } from './tally.mjs'

const bin = (path) => join(ROOT, 'node_modules', path)

/** Runs a test runner that also writes a JSON report to the path it is given, counts it and tells what became of each test. */
async function counted(runner, command) {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-report-'))
  const path = join(folder, 'report.json')
  const code = await command(path)
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  rmSync(folder, { recursive: true })
  return { ...tally(runner, report, code), outcomes: outcomesOf(runner, report, ROOT) }
}

const unit = ({ node, env, filters }) =>
  counted('vitest', (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const args = [bin('vitest/vitest.mjs'), 'run', ...reporters, ...filters]
    return run(node, args, { cwd: ROOT, env })
  })

const journeys = ({ node, env, filters, chromium }) =>
  counted('playwright', (report) => {
    const args = [
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--reporter=list,json',
      ...filters,
    ]
    const wanted = { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
    return run(node, [bin('@playwright/test/cli.js'), ...args], { cwd: ROOT, env: wanted })
  })

/** The browser sees what `npm start` would serve, so it is built first; unbuilt, nothing can pass. */
async function e2e(prepared) {
  const built = await buildWeb(prepared)
  return built === 0 ? journeys(prepared) : { passed: 0, failed: 1, outcomes: [] }
}

/**
 * Each suite gives how many of its tests passed and failed, and one that runs tests also what became of each; a check that
 * fails is a failed test.
 */
export const suites = {
  check: async (prepared) => ({ passed: 0, failed: await check(steps, prepared) }),
  unit,
  e2e,
}
