import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { run, runQuietly } from './run.mjs'

const node = process.execPath

test('the exit code is the command’s own', async () => {
  expect(await run(node, ['-e', 'process.exit(69)'])).toBe(69)
})

test('a command that was killed counts as 128 and its signal', async () => {
  expect(await run(node, ['-e', 'process.kill(process.pid, "SIGKILL")'])).toBe(137)
})

test('a command that cannot be started is an error', async () => {
  await expect(run('/no/such/command', [])).rejects.toThrow('ENOENT')
})

test('a quiet run gives what was printed on both streams', async () => {
  const script = 'console.log("out"); console.error("err"); process.exitCode = 3'
  const { code, output } = await runQuietly(node, ['-e', script])

  expect(code).toBe(3)
  expect(output.split('\n').sort()).toEqual(['', 'err', 'out'])
})

test('no listener is left behind', async () => {
  const before = process.listenerCount('SIGTERM')
  await run(node, ['-e', ''])
  expect(process.listenerCount('SIGTERM')).toBe(before)
})

/** A process that runs `script` through `run` and ends with its exit code. */
function aRunner(script) {
  const source = `
    import { run } from ${JSON.stringify(new URL('run.mjs', import.meta.url).href)}
    process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(script)}])`
  return spawn(node, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  '%s reaches the command, which closes in its own time',
  async (signal) => {
    const runner = aRunner(`
      process.on('${signal}', () => { console.log('closed'); process.exit(7) })
      setInterval(() => {}, 1000)
      console.log('ready')`)
    const printed = []
    runner.stdout.on('data', (part) => printed.push(String(part)))
    await once(runner.stdout, 'data')

    runner.kill(signal)

    expect(await once(runner, 'close')).toEqual([7, null])
    expect(printed.join('')).toBe('ready\nclosed\n')
  },
)

test('a command that dies of the signal gives 128 and its number', async () => {
  const runner = aRunner('setInterval(() => {}, 1000); console.log("ready")')
  await once(runner.stdout, 'data')

  runner.kill('SIGTERM')

  expect(await once(runner, 'close')).toEqual([143, null])
})
