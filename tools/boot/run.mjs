import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** What a shell would report: the code, or 128 and the number of the signal that killed it. */
const exitCode = (code, signal) => code ?? 128 + constants.signals[signal]

/**
 * Starts a command that shares this terminal and hears every signal this process hears, so that
 * Ctrl-C or a stopping supervisor closes what really runs. `code` settles when it has ended.
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  const forward = (signal) => child.kill(signal)
  for (const signal of FORWARDED) process.on(signal, forward)
  const code = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (...ending) => resolve(exitCode(...ending)))
  }).finally(() => {
    for (const signal of FORWARDED) process.off(signal, forward)
  })
  return { child, code }
}

/** Runs a command to its end and gives its exit code. */
export const run = (command, args, options) => start(command, args, options).code

/** Runs a command to its end without showing it; gives its exit code and all it printed. */
export async function runQuietly(command, args, options) {
  const { child, code } = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => printed.push(part))
  return { code: await code, output: Buffer.concat(printed).toString() }
}
