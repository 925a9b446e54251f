import { ROOT } from '../boot/project.mjs'
import { runQuietly } from '../boot/run.mjs'

async function outcome({ name, args }, { node, env }) {
  const begun = performance.now()
  const { code, output } = await runQuietly(node, args, { cwd: ROOT, env })
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  return { name, failed: code !== 0, output }
}

/** Runs every step, whatever the others say, shows what the failing ones printed and counts those. */
export async function check(steps, prepared) {
  const outcomes = []
  for (const step of steps) outcomes.push(await outcome(step, prepared))
  const failures = outcomes.filter(({ failed }) => failed)
  for (const { name, output } of failures) console.log(`\n── ${name}\n${output.trim()}`)
  return failures.length
}
