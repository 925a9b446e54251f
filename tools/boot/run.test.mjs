import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { run } from './run.mjs'

/** Starts a process that runs `script` through `run` and ends with its exit code. */
function startRunner(script) {
  const source = `
    import { run } from ${JSON.stringify(new URL('run.mjs', import.meta.url).href)}
    process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(script)}])`
  const args = ['--input-type=module', '-e', source]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'run forwards %s and returns the exit code of the command',
  async (signal) => {
    const runner = startRunner(`
      process.on('${signal}', () => process.exit(7))
      setInterval(() => {}, 1000)
      console.log('ready')`)
    await once(runner.stdout, 'data')

    runner.kill(signal)

    expect(await once(runner, 'close')).toEqual([7, null])
  },
)

test('run returns 128 plus the signal number of a killed command', async () => {
  const script = 'process.kill(process.pid, "SIGKILL")'
  expect(await run(process.execPath, ['-e', script])).toBe(137)
})
