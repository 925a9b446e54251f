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

test('the balancer alone publishes a port, and haproxy.cfg names every node', () => {
  const servers = [...read('deploy/haproxy.cfg').matchAll(/^ +server (\S+) \1:3000$/gm)]

  expect(new Set(servers.map(([, name]) => name))).toEqual(new Set(NODES))
  expect(Object.values(services).filter(({ ports }) => ports)).toEqual([services.balancer])
})
