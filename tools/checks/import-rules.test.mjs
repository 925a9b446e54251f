import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkImports } from './import-rules.mjs'

const PACKAGES = ['fastify', 'kysely', 'pg', 'react', 'socket.io', 'zod']
const dependencies = Object.fromEntries(PACKAGES.map((name) => [name, '1']))

/** A small project that follows the rules: file → imports, or the content of a package.json. */
const PROJECT = {
  'package.json': {
    name: 'project',
    type: 'module',
    workspaces: ['contract', 'server', 'ui-kit', 'web', 'office', 'e2e'],
    dependencies: { ...dependencies, '@marquee/contract': '1' },
  },
  'contract/package.json': {
    name: '@marquee/contract',
    exports: { './*': './src/*.ts' },
    dependencies,
  },
  'contract/src/seats.ts': ['zod'],
  'server/package.json': { dependencies: { ...dependencies, '@marquee/contract': '1' } },
  'server/src/site.ts': ['fastify', './inventory/seats.routes.ts', './realtime/gateway.ts'],
  'server/src/database/connect.ts': ['node:sqlite', 'pg', 'kysely', './engine.ts'],
  'server/src/database/engine.ts': ['kysely'],
  'server/src/realtime/gateway.ts': ['socket.io', '../inventory/seats.service.ts'],
  'server/src/inventory/seats.routes.ts': ['fastify', './seats.service.ts'],
  'server/src/inventory/seats.service.ts': ['./seats.sql.ts', '@marquee/contract/seats'],
  'server/src/inventory/seats.sql.ts': ['kysely', '../database/connect.ts'],
  'server/src/catalogue/movies.service.ts': [],
  'server/src/platform/log.ts': [],
  'server/src/wrapper.ts': ['fastify'],
  'server/test/support.ts': ['../src/database/connect.ts', 'pg'],
  'ui-kit/package.json': {
    name: '@marquee/ui-kit',
    exports: { './*': './src/*' },
    dependencies: { ...dependencies, '@marquee/contract': '1' },
  },
  'ui-kit/src/lib/api.ts': ['@marquee/contract/seats'],
  'ui-kit/src/ui/button.tsx': ['react', '../lib/api.ts'],
  'office/package.json': {
    imports: { '#*': './src/*' },
    dependencies: { ...dependencies, '@marquee/ui-kit': '1' },
  },
  'office/src/pages/today.tsx': ['@marquee/ui-kit/lib/api.ts'],
  'web/package.json': {
    imports: { '#*': './src/*' },
    dependencies: { ...dependencies, '@marquee/ui-kit': '1', '@marquee/contract': '1' },
  },
  'web/src/pages/home.tsx': ['#features/seats/seat-map.tsx', '#features/movies/movies.tsx'],
  'web/src/features/seats/seat-map.tsx': ['@marquee/contract/seats', '#ui/button.tsx'],
  'web/src/features/movies/movies.tsx': ['react', '#lib/api.ts'],
  'web/src/lib/api.ts': ['@marquee/contract/seats', '@marquee/ui-kit/lib/api.ts'],
  'web/src/ui/button.tsx': ['react'],
  'e2e/package.json': { dependencies: { '@marquee/contract': '1' } },
  'e2e/booking.spec.ts': ['@marquee/contract/seats', '../server/test/support.ts'],
  'bench/part-list.ts': ['./parts/holds.ts'],
  'bench/parts/holds.ts': ['../timing.ts', '../../server/test/support.ts'],
  'bench/report.ts': [],
  'bench/timing.ts': ['@marquee/contract/seats'],
  'tools/start.mjs': ['./boot/prepare.mjs'],
  'tools/boot/prepare.mjs': ['node:path'],
  'tools/boot/prepare.test.mjs': ['./prepare.mjs', '../../server/test/support.ts'],
}

let root
function write(path, content) {
  const imports = (names) => names.map((name) => `import '${name}'\n`).join('')
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(
    join(root, path),
    Array.isArray(content) ? imports(content) : JSON.stringify(content),
  )
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'marquee-imports-'))
  for (const [path, content] of Object.entries(PROJECT)) write(path, content)
  for (const name of PACKAGES) {
    write(`node_modules/${name}/package.json`, { name, version: '1.0.0', main: 'index.js' })
    write(`node_modules/${name}/index.js`, [])
  }
  mkdirSync(join(root, 'node_modules/@marquee'))
  for (const name of ['contract', 'ui-kit'])
    symlinkSync(join(root, name), join(root, 'node_modules/@marquee', name))
})
afterEach(() => rmSync(root, { recursive: true }))

test('the import rules accept a project that follows them', async () => {
  expect((await checkImports(root)).violations).toEqual([])
})

const FORBIDDEN = [
  ['contract/src/seats.ts', '../../server/src/platform/log.ts'],
  ['contract/src/seats.ts', 'react'],
  ['server/src/platform/log.ts', '../../../web/src/ui/button.tsx'],
  ['server/src/platform/log.ts', './gone.ts'],
  ['server/src/platform/log.ts', '../inventory/seats.service.ts'],
  ['server/src/catalogue/movies.service.ts', '../inventory/seats.service.ts'],
  ['server/src/inventory/seats.sql.ts', './seats.service.ts'],
  ['server/src/catalogue/movies.service.ts', 'kysely'],
  ['server/src/catalogue/movies.service.ts', 'node:sqlite'],
  ['server/src/catalogue/movies.service.ts', '../inventory/seats.sql.ts'],
  ['server/src/catalogue/movies.service.ts', '../wrapper.ts'],
  ['server/src/catalogue/movies.service.ts', '../realtime/gateway.ts'],
  ['server/src/inventory/seats.sql.ts', '../database/engine.ts'],
  ['server/src/inventory/seats.routes.ts', './seats.sql.ts'],
  ['server/src/site.ts', './inventory/seats.sql.ts'],
  ['server/src/site.ts', '../test/support.ts'],
  ['web/src/lib/api.ts', '../../../server/src/platform/log.ts'],
  ['web/src/features/movies/movies.tsx', '#features/seats/seat-map.tsx'],
  ['web/src/features/movies/movies.tsx', '#pages/home.tsx'],
  ['web/src/lib/api.ts', '#features/movies/movies.tsx'],
  ['web/src/ui/button.tsx', '@marquee/contract/seats'],
  ['web/src/lib/api.ts', '../../../office/src/pages/today.tsx'],
  ['office/src/pages/today.tsx', '../../../web/src/ui/button.tsx'],
  ['office/src/pages/today.tsx', '../../../server/src/platform/log.ts'],
  ['ui-kit/src/lib/api.ts', '../../../web/src/lib/api.ts'],
  ['ui-kit/src/ui/button.tsx', '@marquee/contract/seats'],
  ['server/src/platform/log.ts', '../../../ui-kit/src/lib/api.ts'],
  ['server/src/platform/log.ts', '../../../tools/boot/prepare.mjs'],
  ['e2e/booking.spec.ts', '../server/src/platform/log.ts'],
  ['e2e/booking.spec.ts', '../web/src/lib/api.ts'],
  ['e2e/booking.spec.ts', '../bench/timing.ts'],
  ['bench/timing.ts', './part-list.ts'],
  ['bench/report.ts', './parts/holds.ts'],
  ['bench/timing.ts', '../server/src/platform/log.ts'],
  ['bench/part-list.ts', '../tools/boot/prepare.mjs'],
  ['tools/start.mjs', '../contract/src/seats.ts'],
  ['tools/start.mjs', '../server/src/platform/log.ts'],
  ['tools/boot/prepare.mjs', '../start.mjs'],
]

test('the import rules report each file with a forbidden import', async () => {
  const importing = Object.groupBy(FORBIDDEN, ([from]) => from)
  for (const [from, cases] of Object.entries(importing))
    write(
      from,
      cases.map(([, imported]) => imported),
    )

  const { violations } = await checkImports(root)

  const isReported = (from) => violations.some((violation) => violation.includes(`: ${from} →`))
  expect(Object.keys(importing).filter((from) => !isReported(from))).toEqual([])
})

test.each(FORBIDDEN)(
  'the import rules report that %s imports %s',
  {
    tags: ['test-all'],
  },
  async (from, imported) => {
    write(from, [imported])

    expect((await checkImports(root)).violations).not.toEqual([])
  },
)
