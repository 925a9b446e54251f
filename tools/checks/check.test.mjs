import { expect, test, vi } from 'vitest'
import { check } from './check.mjs'

const prepared = { node: process.execPath, env: process.env }
const passing = { name: 'good', args: ['-e', 'console.log("quiet")'] }
const failing = (name) => ({ name, args: ['-e', `console.error("why ${name}"); process.exit(2)`] })

/** Runs the steps and gives the count of failures with all that was shown. */
async function shown(steps) {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const failures = await check(steps, prepared)
  const text = log.mock.calls.join('\n')
  log.mockRestore()
  return { failures, text }
}

test('a step that passes is one line', async () => {
  const { failures, text } = await shown([passing])

  expect(failures).toBe(0)
  expect(text).toMatch(/^✓ good \(\d+\.\d s\)$/)
})

test('every failure shows why, and stops no later step', async () => {
  const { failures, text } = await shown([failing('one'), passing, failing('two')])

  expect(failures).toBe(2)
  expect(text).toMatch(/✗ one[\s\S]*✓ good[\s\S]*✗ two[\s\S]*── one\nwhy one[\s\S]*── two\nwhy two/)
})
