import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { nodeModulesPath, ROOT } from '../boot/project.mjs'
import { runQuietly } from '../boot/run.mjs'

const typesOf = (workspace) => ({
  name: `types of ${workspace}`,
  args: [nodeModulesPath('typescript-7/bin/tsc'), '-p', join(ROOT, workspace, 'tsconfig.json')],
})

/** Each check is a script for Node. */
const CHECKS = [
  {
    name: 'format and lint',
    args: [nodeModulesPath('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
  },
  ...['contract', 'server', 'ui-kit', 'web', 'office', 'e2e'].map(typesOf),
  { name: 'text beside icons', args: [join(ROOT, 'tools/checks/icon-text.mjs')] },
  { name: 'size of folders', args: [join(ROOT, 'tools/checks/folder-size.mjs')] },
  { name: 'spread object literals', args: [join(ROOT, 'tools/checks/literal-spreads.mjs')] },
  { name: 'import rules', args: [join(ROOT, 'tools/checks/import-rules.mjs')] },
  {
    name: 'dead code',
    args: [nodeModulesPath('knip/bin/knip.js'), '--no-progress', '--no-config-hints'],
  },
  { name: 'requirement coverage', args: [join(ROOT, 'tools/coverage.mjs'), '--check'] },
]

async function runCheck({ name, args }, { node, env }) {
  const startedAt = performance.now()
  const { code, output } = await runQuietly(node, args, { cwd: ROOT, env })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  return { name, failed: code !== 0, output }
}

/** Runs all checks, one per processor, prints the output of those that failed, and returns their number. */
export async function runChecks(prepared) {
  const waiting = [...CHECKS]
  const results = []
  async function runNext() {
    for (let check = waiting.shift(); check; check = waiting.shift())
      results.push(await runCheck(check, prepared))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runNext))
  const failures = results.filter(({ failed }) => failed)
  for (const { name, output } of failures) console.log(`\n── ${name}\n${output.trim()}`)
  return failures.length
}
