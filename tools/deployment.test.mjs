import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from './boot/project.mjs'

const read = (path) => readFileSync(join(ROOT, path), 'utf8')
const { services } = parse(read('compose.yaml'), { merge: true })
const NODES = ['node-1', 'node-2', 'node-3']
const EXACT_VERSION = /:\d+\.\d+(\.\d+)?(-[a-z]+)*$/

test('compose.yaml and Dockerfile name exact versions, and the Node of tools/node', () => {
  const baseImages = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  const images = Object.values(services).flatMap(({ build, image }) => (build ? [] : [image]))
  const { optionalDependencies } = JSON.parse(read('tools/node/package.json'))
  const [nodeVersion] = Object.values(optionalDependencies)

  for (const image of [...baseImages, ...images]) expect(image).toMatch(EXACT_VERSION)
  for (const image of baseImages) expect(image).toContain(`node:${nodeVersion}-`)
})

test('TLS alone publishes ports, and haproxy.cfg names every node', () => {
  const servers = [...read('deploy/haproxy.cfg').matchAll(/^ +server (\S+) \1:3000$/gm)]

  expect(new Set(servers.map(([, name]) => name))).toEqual(new Set(NODES))
  expect(Object.values(services).filter(({ ports }) => ports)).toEqual([services.tls])
})

test('nodes get the settings of the office, and no container publishes its port', () => {
  for (const node of NODES) {
    const names = Object.keys(services[node].environment).filter((name) => /^OFFICE_/.test(name))
    expect(names.toSorted()).toEqual([
      'OFFICE_HOST',
      'OFFICE_LOCK_MINUTES',
      'OFFICE_PORT',
      'OFFICE_URL',
    ])
  }
  const published = Object.values(services).flatMap(({ ports = [] }) => ports)
  expect(published.filter((port) => String(port).includes('3001'))).toEqual([])
  expect(read('deploy/haproxy.cfg')).not.toContain('3001')
})

test('every container is limited, cannot gain privileges and cannot change its image', () => {
  for (const [name, service] of Object.entries(services)) {
    expect({ name, ...service }).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
    })
  }
  const granted = Object.entries(services).flatMap(([name, { cap_add: added }]) =>
    added ? name : [],
  )
  expect(granted).toEqual(['tls', 'postgres'])
})

test('nodes trust the two proxies of compose.yaml, and Redis needs its password', () => {
  for (const node of NODES) {
    const { TRUST_PROXY, REDIS_URL } = services[node].environment
    expect(TRUST_PROXY).toBe('2')
    expect(REDIS_URL).toContain('${REDIS_PASSWORD:?')
  }
  expect(services.redis.command).toContainEqual(expect.stringContaining('${REDIS_PASSWORD:?'))
})

test('compose.yaml passes every setting of docs/configuration.md to the nodes, except those of the image', () => {
  const ofTheImage = ['HOST', 'PORT', 'DATA_DIR', 'NODE_ENV', 'RATE_LIMITS']
  const [, table = ''] = /\| variable \|(.*)/s.exec(read('docs/configuration.md')) ?? []
  const names = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/[A-Z_]{4,}/g) ?? [])

  expect(names).toContain('PUBLIC_URL')
  const passed = Object.keys(services['node-1'].environment)
  expect(names.filter((name) => !passed.includes(name) && !ofTheImage.includes(name))).toEqual([])
})

test('the systemd service starts again after every end, without a limit of attempts [S-683]', () => {
  const lines = read('deploy/marquee.service').split('\n')

  expect(lines).toEqual(
    expect.arrayContaining(['StartLimitIntervalSec=0', 'Restart=always', 'RestartMaxDelaySec=60']),
  )
  expect(lines.filter((line) => line.startsWith('RestartPreventExitStatus'))).toEqual([])
})
