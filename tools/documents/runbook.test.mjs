import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../boot/project.mjs'

const RUNBOOK = readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8')
const STEPS = ['Symptom', 'Check', 'Commands', 'Back to normal']
/** Those of server/src/startup/exit-codes.ts, of a used target (73) and of data that does not agree (65). */
const EXIT_CODES = [1, 64, 65, 69, 73, 74, 78].map((code) => `Exit code ${code}`)

const { groups } = parse(readFileSync(join(ROOT, 'deploy/prometheus-rules.yaml'), 'utf8'))
const ALERTS = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
const entries = RUNBOOK.split(/^### /m)
  .slice(1)
  .map((entry) => ({ name: entry.split('\n')[0], text: entry }))

test('the runbook has one entry for each alert and each exit code, with all its steps [S-682]', () => {
  expect(entries.map(({ name }) => name)).toEqual([...ALERTS, ...EXIT_CODES])
  for (const { name, text } of entries) {
    const steps = [...text.matchAll(/^\*\*([^*]+)\.\*\*/gm)].map(([, step]) => step)
    expect({ name, steps }).toEqual({ name, steps: STEPS })
  }
})
