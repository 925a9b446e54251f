import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCertificate, isInstalled } from './start-proxy.ts'

const OFFICE_PAGE = join(import.meta.dirname, '../../../docs/office.md')

test.skipIf(!isInstalled('caddy'))('Caddy accepts the example of docs/office.md', () => {
  const [, example = ''] =
    /```\n(office\.example \{.*?\n\}\n)```/s.exec(readFileSync(OFFICE_PAGE, 'utf8')) ?? []
  const directory = mkdtempSync(join(tmpdir(), 'marquee-caddy-'))
  createCertificate(directory)
  const path = join(directory, 'Caddyfile')
  writeFileSync(path, example.replace('/etc/caddy/staff-ca.pem', `${directory}/fullchain.pem`))

  const { status, stdout, stderr } = spawnSync(
    'caddy',
    ['adapt', '--config', path, '--adapter', 'caddyfile'],
    { encoding: 'utf8' },
  )
  rmSync(directory, { recursive: true })

  expect({ status, stderr }).toMatchObject({ status: 0 })
  expect(stdout).toContain('"mode":"require_and_verify"')
})
