import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const WATCHING = `
  import { endWithParent } from ${JSON.stringify(new URL('parent.mjs', import.meta.url).href)}
  endWithParent()
  process.on('SIGTERM', () => { console.log('closed'); process.exit() })
  setInterval(() => {}, 1000)
  console.log('ready')`

const PARENT = `
  const args = ['--input-type=module', '-e', ${JSON.stringify(WATCHING)}]
  require('node:child_process').spawn(process.execPath, args, { stdio: 'inherit' })`

test('under npm, a process whose shell was killed closes too', async () => {
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const parent = spawn(process.execPath, ['-e', PARENT], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = []
  parent.stdout.on('data', (part) => printed.push(String(part)))
  await once(parent.stdout, 'data')

  parent.kill('SIGKILL')
  await once(parent.stdout, 'close')

  expect(printed.join('')).toBe('ready\nclosed\n')
})
