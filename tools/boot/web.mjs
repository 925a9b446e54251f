import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './project.mjs'
import { run } from './run.mjs'
import { hashOf, unlessDone } from './stamp.mjs'

const STAMP = join(ROOT, 'node_modules/.marquee-web')
const SOURCES = ['web', 'contract', 'tsconfig.base.json', 'package-lock.json']
const NOT_BUILT = /^(node_modules|dist)$|\.test\.tsx?$/

/** Every file below a path that can change what is built, in an order that never changes. */
function filesBelow(path) {
  const entries = readdirSync(path, { withFileTypes: true })
  const wanted = entries.filter(({ name }) => !NOT_BUILT.test(name))
  return wanted
    .flatMap((entry) => {
      const below = join(path, entry.name)
      return entry.isDirectory() ? filesBelow(below) : [below]
    })
    .sort()
}

/** The hash of what the web app is made of: contents, not times, which a fresh clone changes. */
export function sourceHash(root = ROOT) {
  const files = SOURCES.flatMap((name) =>
    /\.json$/.test(name) ? [join(root, name)] : filesBelow(join(root, name)),
  )
  return hashOf(files.flatMap((file) => [file.slice(root.length), readFileSync(file)]))
}

/** Builds the web app unless it stands built from these very sources; gives Vite's exit code. */
export function buildWeb({ node, env }) {
  if (!existsSync(join(ROOT, 'web/dist/index.html'))) rmSync(STAMP, { force: true })
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  return unlessDone(STAMP, sourceHash(), () =>
    run(node, [vite, 'build', '--logLevel', 'warn'], { cwd: join(ROOT, 'web'), env }),
  )
}
