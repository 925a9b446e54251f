import { spawn } from 'node:child_process'
import { constants } from 'node:os'

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** 128 plus the signal number: the exit code that a shell reports for a killed process. */
export const signalExitCode = (signal) => 128 + constants.signals[signal]

/** Starts a command in this terminal and forwards signals to it. `code` resolves with its exit code. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  const forward = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, forward)
  const code = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signalExitCode(signal)))
  }).finally(() => {
    for (const signal of SIGNALS) process.off(signal, forward)
  })
  return { child, code }
}

/** Runs a command and returns its exit code. */
export const run = (command, args, options) => start(command, args, options).code

/** Runs a command without showing its output. Returns the exit code and the output. */
export async function runQuietly(command, args, options) {
  const { child, code } = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => chunks.push(part))
  return { code: await code, output: Buffer.concat(chunks).toString() }
}

/**
 * Runs npm and returns its exit code. Uses the npm script that started this process if there is one, because
 * any Node can run it. Otherwise npm is looked up on PATH, which needs a shell on Windows.
 */
export function npm(args, options = {}) {
  const script = process.env.npm_execpath ?? ''
  if (script.endsWith('npm-cli.js'))
    return run(options.node ?? process.execPath, [script, ...args], options)
  return run('npm', args, { ...options, shell: process.platform === 'win32' })
}
