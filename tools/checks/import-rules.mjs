import { realpathSync } from 'node:fs'
import { cruise } from 'dependency-cruiser'
import config from '../../.dependency-cruiser.mjs'
import { ROOT } from '../boot/project.mjs'

const PACKAGES = ['contract', 'server', 'ui-kit', 'web', 'office', 'e2e', 'bench', 'tools']

const describe = ({ rule, from, to, cycle }) =>
  `${rule.name}: ${from} → ${cycle?.map(({ name }) => name).join(' → ') || to}`

/** Checks the imports below a folder. Returns one line per violation, and the number of modules. */
export async function checkImports(root) {
  const { forbidden, options } = structuredClone(config)
  const { output } = await cruise(
    PACKAGES,
    { ...options, baseDir: realpathSync(root), ruleSet: { forbidden }, validate: true },
    { ...options.enhancedResolveOptions, bustTheCache: true },
  )
  // dependency-cruiser reports success when it reads no file.
  const isRead = (name) => output.modules.some(({ source }) => source.startsWith(`${name}/`))
  const unread = PACKAGES.filter((name) => !isRead(name)).map(
    (name) => `${name}: no module was read`,
  )
  const violations = output.summary.violations.map(describe)
  return { violations: [...violations, ...unread], moduleCount: output.modules.length }
}

if (import.meta.main) {
  const { violations, moduleCount } = await checkImports(ROOT)
  for (const violation of violations) console.error(violation)
  console.log(`${moduleCount} modules read`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
