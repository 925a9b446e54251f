import { run } from './run.mjs'

/**
 * Runs npm and gives its exit code. The npm that called us is a script any Node can run; without
 * one, npm is looked up on PATH, which on Windows only a shell can do.
 */
export function npm(args, options = {}) {
  const script = process.env.npm_execpath ?? ''
  if (script.endsWith('npm-cli.js'))
    return run(options.node ?? process.execPath, [script, ...args], options)
  return run('npm', args, { ...options, shell: process.platform === 'win32' })
}
