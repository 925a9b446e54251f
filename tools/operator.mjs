import { resolve } from 'node:path'
import { prepare, runScript } from './boot/prepare.mjs'

const [command, ...files] = process.argv.slice(2)
const { node, env } = await prepare()
// npm changes the current directory: relative file names mean the directory where npm was called.
const directory = env.INIT_CWD ?? process.cwd()
const paths = files.map((file) => resolve(directory, file))
await runScript({ node, env }, `server/src/cli/${command}.ts`, paths)
