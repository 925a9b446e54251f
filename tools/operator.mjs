import { resolve } from 'node:path'
import { prepare, runScript } from './boot/prepare.mjs'

const [command, ...args] = process.argv.slice(2)
const { node, env } = await prepare()
// npm changes the current directory: relative file names mean the directory where npm was called.
const directory = env.INIT_CWD ?? process.cwd()
const isFile = (arg, index) =>
  command === 'office'
    ? false
    : command === 'verify-pass'
      ? args[index - 1] === '--keys'
      : command === 'catalogue'
        ? index === 1
        : !arg.startsWith('--') && !arg.includes('://')
const resolved = args.map((arg, index) => (isFile(arg, index) ? resolve(directory, arg) : arg))
await runScript({ node, env }, `server/src/cli/${command}.ts`, resolved)
