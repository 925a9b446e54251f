import { realpathSync } from 'node:fs'
import { cruise } from 'dependency-cruiser'
import law from '../../.dependency-cruiser.mjs'

const SIDES = ['contract', 'server', 'web']

const describe = ({ rule, from, to, cycle }) =>
  `${rule.name}: ${from} → ${cycle?.map(({ name }) => name).join(' → ') || to}`

/** What the law says of a tree: each breach in a line, and how many modules of each side it read. */
export async function judge(root, sides = SIDES) {
  const { forbidden, options } = structuredClone(law)
  const { output } = await cruise(
    sides,
    { ...options, baseDir: realpathSync(root), ruleSet: { forbidden }, validate: true },
    { ...options.enhancedResolveOptions, bustTheCache: true },
  )
  const read = (side) => output.modules.filter(({ source }) => source.startsWith(`${side}/`)).length
  return {
    breaches: output.summary.violations.map(describe),
    modules: Object.fromEntries(sides.map((side) => [side, read(side)])),
  }
}
