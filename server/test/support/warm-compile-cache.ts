import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDataDir, runCommandProcess, startServer } from './server-process.ts'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * Lets Node keep the compiled files of the server processes, which start in two thirds of the time then. Most tests kill their servers, and
 * a killed process writes nothing, so that a server and a command are started and ended once. Node compiles changed files again. Packages
 * get a new folder.
 */
export async function setup() {
  const packages = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  const folder = join(ROOT, 'node_modules/.marquee-compiled', packages.digest('hex').slice(0, 16))
  process.env.NODE_COMPILE_CACHE = folder
  if (existsSync(folder)) return
  const { dataDir, remove } = createDataDir()
  const server = await startServer({ DATA_DIR: dataDir, OFFICE_PORT: '0' })
  await fetch(`${server.url}/api/movies`)
  await server.kill('SIGTERM')
  await runCommandProcess('office', ['--help'], {})
  remove()
}
