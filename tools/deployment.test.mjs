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

test('compose.yaml gives each node its database and a secret from the environment', () => {
  for (const name of NODES) {
    const { environment, depends_on } = services[name]
    expect(Object.keys(depends_on)).toEqual(['postgres', 'redis'])
    expect(environment.SESSION_SECRET).toMatch(/^\$\{SESSION_SECRET:\?/)
    expect(environment.DATABASE_URL).toContain('@postgres:')
  }
})

test('the balancer alone publishes a port, and haproxy.cfg names every node', () => {
  const servers = [...read('deploy/haproxy.cfg').matchAll(/^ +server (\S+) \1:3000$/gm)]

  expect(new Set(servers.map(([, name]) => name))).toEqual(new Set(NODES))
  expect(Object.values(services).filter(({ ports }) => ports)).toEqual([services.balancer])
})

test('.dockerignore keeps secrets and local data out of the image', () => {
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['.git', '**/node_modules', 'data', '**/.env*']),
  )
})
