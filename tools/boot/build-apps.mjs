import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeModulesPath, ROOT } from './project.mjs'
import { run } from './run.mjs'

/** The apps, each with one file of each of its builds. The web app is built for the browser and for the server. */
const APPS = {
  web: ['web/dist/index.html', 'web/ssr/dist/render.js'],
  office: ['office/dist/index.html'],
}
const SHARED_SOURCES = ['contract', 'ui-kit', 'tsconfig.base.json', 'package-lock.json']
const NOT_BUILT = /^(node_modules|dist)$|\.test\.tsx?$/

function listFiles(path) {
  const entries = readdirSync(path, { withFileTypes: true })
  return entries
    .filter(({ name }) => !NOT_BUILT.test(name))
    .flatMap((entry) => {
      const file = join(path, entry.name)
      return entry.isDirectory() ? listFiles(file) : [file]
    })
    .sort()
}

/** The hash of everything that an app is built from. It covers contents, not times: a fresh clone changes times. */
export function sourceHash(app, root = ROOT) {
  const hash = createHash('sha256')
  for (const source of [app, ...SHARED_SOURCES]) {
    const path = join(root, source)
    for (const file of source.endsWith('.json') ? [path] : listFiles(path))
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0')
  }
  return hash.digest('hex')
}

/**
 * Runs `work` unless it succeeded before with the same hash. The hash is stored after the work and removed before
 * it, so that interrupted work runs again. Returns the exit code of the work, or 0 when it was skipped.
 */
export async function runWhenChanged(hashFile, hash, work) {
  if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash) return 0
  rmSync(hashFile, { force: true })
  const code = await work()
  if (code === 0) {
    mkdirSync(dirname(hashFile), { recursive: true })
    writeFileSync(hashFile, hash)
  }
  return code
}

/** Builds each app whose sources have changed. Returns the exit code of Vite. */
export async function buildApps(prepared) {
  for (const [app, builtFiles] of Object.entries(APPS)) {
    const code = await buildApp(prepared, app, builtFiles)
    if (code !== 0) return code
  }
  return 0
}

function buildApp({ node, env }, app, builtFiles) {
  const hashFile = nodeModulesPath(`.marquee-${app}`)
  const isBuilt = builtFiles.every((file) => existsSync(join(ROOT, file)))
  if (!isBuilt) rmSync(hashFile, { force: true })
  const args = [nodeModulesPath('vite/bin/vite.js'), 'build', '--logLevel', 'warn']
  return runWhenChanged(hashFile, sourceHash(app), () =>
    run(node, args, { cwd: join(ROOT, app), env }),
  )
}
