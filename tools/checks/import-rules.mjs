import { realpathSync } from 'node:fs'
import { cruise } from 'dependency-cruiser'
import config from '../../.dependency-cruiser.mjs'
import { ROOT } from '../boot/project.mjs'

const SIDES = ['contract', 'server', 'web']

const describe = ({ rule, from, to, cycle }) =>
  `${rule.name}: ${from} → ${cycle?.map(({ name }) => name).join(' → ') || to}`

/** Checks the imports below a folder. Returns one line per breach, and the number of modules. */
export async function checkImports(root) {
  const { forbidden, options } = structuredClone(config)
  const { output } = await cruise(
    SIDES,
    { ...options, baseDir: realpathSync(root), ruleSet: { forbidden }, validate: true },
    { ...options.enhancedResolveOptions, bustTheCache: true },
  )
  // dependency-cruiser reports success when it reads no file.
  const isRead = (side) => output.modules.some(({ source }) => source.startsWith(`${side}/`))
  const unread = SIDES.filter((side) => !isRead(side)).map((side) => `${side}: no module was read`)
  const breaches = output.summary.violations.map(describe)
  return { breaches: [...breaches, ...unread], moduleCount: output.modules.length }
}

if (import.meta.main) {
  const { breaches, moduleCount } = await checkImports(ROOT)
  for (const breach of breaches) console.error(breach)
  console.log(`${moduleCount} modules read`)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
