import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from './boot/project.mjs'

/** What the command needs before it loads a package. */
const FILES = ['bin', 'tools/boot', 'package.json', 'tools/node/package.json', 'server']

const isSource = (path) => !path.includes('node_modules')

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-command-'))
  for (const path of FILES) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: isSource })
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

const runMarquee = (...args) =>
  spawnSync(process.execPath, [join(folder, 'bin/marquee'), ...args], { encoding: 'utf8' })

test.each([['start'], ['backup', 'copy.db'], ['office', 'health']])(
  'marquee %s without packages names one on stderr, installs nothing and ends with 78 [S-680]',
  (...args) => {
    const before = readdirSync(folder, { recursive: true })

    const { status, stdout, stderr } = runMarquee(...args)

    expect([status, stdout]).toEqual([78, ''])
    expect(stderr.trim()).toMatch(
      /^Cannot find package '\S+': run "npm ci" in \S+ while no server runs there$/,
    )
    expect(readdirSync(folder, { recursive: true })).toEqual(before)
  },
)

test('marquee on an unsupported Node names the supported ones on stderr and ends with 78 [S-680]', () => {
  const path = join(folder, 'package.json')
  const project = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...project, engines: { node: '>=99.0.0' } }))

  const { status, stdout, stderr } = runMarquee('start')

  expect([status, stdout]).toEqual([78, ''])
  expect(stderr.trim()).toBe(`Marquee needs Node >=99.0.0, and this is ${process.version}.`)
})

test('marquee office --help ends without a stack trace when its reader has closed the pipe', async () => {
  const command = spawn(process.execPath, [join(ROOT, 'bin/marquee'), 'office', '--help'])
  command.stdout.destroy()

  const [stderr, [status]] = await Promise.all([text(command.stderr), once(command, 'close')])

  expect([status, stderr]).toEqual([0, ''])
})
