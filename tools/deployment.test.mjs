import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from './boot/project.mjs'

const text = (path) => readFileSync(join(ROOT, path), 'utf8')
const compose = parse(text('compose.yaml'), { merge: true })
const services = Object.values(compose.services)
const NODES = ['node-1', 'node-2', 'node-3']
/** Three numbers, so that tomorrow’s image is today’s. */
const EXACT = /:\d+\.\d+(\.\d+)?(-[a-z]+)*$/

test('every image has its exact version', () => {
  const bases = [...text('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  const images = services.filter(({ build }) => !build).map(({ image }) => image)

  expect(bases.length + images.length).toBe(5)
  for (const image of [...bases, ...images]) expect(image).toMatch(EXACT)
})

test('the image runs on the Node that this is developed on', () => {
  const { optionalDependencies } = JSON.parse(text('tools/node/package.json'))
  const [version] = Object.values(optionalDependencies)

  expect(text('Dockerfile').match(/^FROM node:([\d.]+)-/gm)).toHaveLength(2)
  expect(text('Dockerfile')).toContain(`node:${version}-`)
})

test('three nodes wait for their database and share a secret that nobody has written down', () => {
  for (const name of NODES) {
    const { environment, depends_on } = compose.services[name]
    expect(Object.keys(depends_on)).toEqual(['postgres', 'redis'])
    expect(environment.SESSION_SECRET).toMatch(/^\$\{SESSION_SECRET:\?/)
    expect(environment.DATABASE_URL).toContain('@postgres:')
  }
})

test('what a node is told is what it reads', () => {
  const known = text('server/src/config.ts')
  for (const name of Object.keys(compose.services['node-1'].environment)) {
    expect(known).toMatch(new RegExp(`^  ${name}:`, 'm'))
  }
})

test('the balancer knows every node, and alone is open to the world', () => {
  const balanced = [...text('deploy/haproxy.cfg').matchAll(/^ +server (\S+) \1:3000$/gm)]

  expect(new Set(balanced.map(([, name]) => name))).toEqual(new Set(NODES))
  expect(services.filter(({ ports }) => ports)).toEqual([compose.services.balancer])
})

test('nothing of a working copy is baked into an image', () => {
  const ignored = text('.dockerignore').split('\n')

  for (const name of ['.git', '**/node_modules', 'data', '**/.env*']) {
    expect(ignored).toContain(name)
  }
})
