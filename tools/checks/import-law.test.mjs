import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../boot/project.mjs'
import { judge } from './import-law.mjs'

/** A small cinema that keeps the law, using every import it allows. */
const LAWFUL = {
  'package.json': { name: 'cinema', type: 'module', workspaces: ['contract', 'server', 'web'] },
  'contract/package.json': {
    name: '@marquee/contract',
    exports: { './*': './src/*.ts' },
    dependencies: { zod: '1.0.0' },
  },
  'contract/src/seats.ts': ['zod/mini'],
  'contract/src/seats.test.ts': ['./seats.ts', 'vitest'],
  'server/package.json': {
    dependencies: {
      '@marquee/contract': '1',
      fastify: '1',
      kysely: '1',
      pg: '1',
      'socket.io': '1',
    },
  },
  'server/migrations/001-first.ts': ['kysely'],
  'server/src/app.ts': ['fastify', './seats/seats.routes.ts', './realtime/gateway.ts'],
  'server/src/database/connect.ts': ['node:sqlite', 'pg', 'kysely', './engine.ts'],
  'server/src/database/engine.ts': ['kysely'],
  'server/src/realtime/gateway.ts': ['socket.io', '../seats/seats.service.ts'],
  'server/src/seats/seats.routes.ts': ['fastify', './seats.service.ts'],
  'server/src/seats/seats.service.ts': ['./seats.sql.ts', '@marquee/contract/seats'],
  'server/src/seats/seats.sql.ts': ['kysely', '../database/connect.ts'],
  'server/src/seats/seats.test.ts': ['./seats.service.ts', '../../test/world.ts', 'vitest'],
  'server/src/films/films.service.ts': ['../seats/seats.service.ts'],
  'server/test/world.ts': ['../src/database/connect.ts', 'pg'],
  'web/package.json': {
    imports: { '#*': './src/*' },
    dependencies: { '@marquee/contract': '1', react: '1' },
  },
  'web/src/app/main.tsx': ['#pages/home.tsx'],
  'web/src/pages/home.tsx': ['#features/seats/seat-map.tsx', '#features/films/films.tsx'],
  'web/src/features/seats/seat-map.tsx': [
    '@marquee/contract/seats',
    '#ui/button.tsx',
    '#lib/api.ts',
  ],
  'web/src/features/films/films.tsx': ['react'],
  'web/src/lib/api.ts': ['@marquee/contract/seats'],
  'web/src/ui/button.tsx': ['react'],
}
const PACKAGES = ['fastify', 'kysely', 'pg', 'react', 'socket.io', 'vitest', 'zod']

let root

function write(path, content) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  const imports = (specifiers) => specifiers.map((name) => `import '${name}'\n`).join('')
  const text = Array.isArray(content) ? imports(content) : JSON.stringify(content)
  writeFileSync(join(root, path), text)
}

function install(name) {
  write(`node_modules/${name}/package.json`, { name, version: '1.0.0' })
  for (const entry of ['index.js', 'mini.js']) write(`node_modules/${name}/${entry}`, [])
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'marquee-law-'))
  for (const [path, content] of Object.entries(LAWFUL)) write(path, content)
  for (const name of PACKAGES) install(name)
  mkdirSync(join(root, 'node_modules/@marquee'))
  symlinkSync(join(root, 'contract'), join(root, 'node_modules/@marquee/contract'))
})

afterEach(() => rmSync(root, { recursive: true }))

const rulesBroken = async () => {
  const { breaches } = await judge(root)
  return [...new Set(breaches.map((breach) => breach.split(':')[0]))]
}

test('a tree that keeps the law is free of breaches, and was read', async () => {
  expect(await judge(root)).toEqual({ breaches: [], modules: { contract: 2, server: 11, web: 6 } })
})

test.each([
  ['no-circles', 'server/src/seats/seats.sql.ts', ['./seats.service.ts']],
  ['imports-resolve', 'web/src/lib/api.ts', ['./gone.ts']],
  ['contract-imports-neither-side', 'contract/src/seats.ts', ['../../server/src/errors.ts']],
  ['contract-imports-neither-side', 'contract/src/seats.ts', ['../../web/src/ui/button.tsx']],
  ['contract-knows-zod-alone', 'contract/src/seats.ts', ['react']],
  ['contract-knows-zod-alone', 'contract/src/seats.ts', ['node:crypto']],
  ['server-never-imports-web', 'server/src/app.ts', ['../../web/src/ui/button.tsx']],
  ['web-never-imports-server', 'web/src/lib/api.ts', ['../../../server/src/errors.ts']],
  ['driver-behind-sql', 'server/src/films/films.service.ts', ['kysely']],
  ['driver-behind-sql', 'server/src/films/films.service.ts', ['pg']],
  ['driver-behind-sql', 'server/src/films/films.service.ts', ['node:sqlite']],
  ['one-set-of-statements', 'server/src/seats/seats.sql.ts', ['../database/engine.ts']],
  ['sql-is-private', 'server/src/films/films.service.ts', ['../seats/seats.sql.ts']],
  ['sql-is-private-to-features', 'server/src/app.ts', ['./seats/seats.sql.ts']],
  ['sql-is-private-to-features', 'server/test/world.ts', ['../src/seats/seats.sql.ts']],
  ['routes-never-import-sql', 'server/src/seats/seats.routes.ts', ['./seats.sql.ts']],
  ['core-knows-no-transport', 'server/src/films/films.service.ts', ['fastify']],
  ['core-knows-no-transport', 'server/src/seats/seats.sql.ts', ['socket.io']],
  ['core-knows-no-transport', 'server/src/films/films.service.ts', ['../wrapped.ts']],
  ['realtime-is-plugged-in', 'server/src/films/films.ts', ['../realtime/gateway.ts']],
  ['features-stand-apart', 'web/src/features/films/films.tsx', ['#features/seats/seat-map.tsx']],
  ['features-import-nothing-above', 'web/src/features/films/films.tsx', ['#pages/about.tsx']],
  ['ui-and-lib-import-nothing-above', 'web/src/lib/api.ts', ['#features/films/films.tsx']],
  ['ui-and-lib-import-nothing-above', 'web/src/ui/button.tsx', ['#pages/about.tsx']],
  ['ui-knows-no-contract', 'web/src/ui/button.tsx', ['@marquee/contract/seats']],
  ['product-never-imports-tests', 'server/src/app.ts', ['../test/world.ts']],
])('%s is broken by %s importing %s', async (rule, from, imported) => {
  write('server/src/errors.ts', [])
  write('server/src/wrapped.ts', ['fastify'])
  write('web/src/pages/about.tsx', [])
  write(from, imported)

  expect(await rulesBroken()).toEqual([rule])
})

test('the real tree is read on every side', async () => {
  const { modules } = await judge(ROOT)

  expect(Object.values(modules).every((count) => count > 0)).toBe(true)
})
