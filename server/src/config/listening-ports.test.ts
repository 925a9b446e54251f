import type { Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readConfigWithPorts } from './listening-ports.ts'

const opened: (Server | undefined)[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket?.close()
})

async function read(environment: Record<string, string>) {
  const { config, sockets } = await readConfigWithPorts(environment)
  opened.push(sockets.site, sockets.office)
  return { config, sockets }
}

test('PORT=0 opens a port that the system chooses, which the default URLs contain, and closes the office', async () => {
  const { config, sockets } = await read({ PORT: '0' })

  expect(sockets.site?.address()).toMatchObject({ address: '127.0.0.1', port: config.port })
  expect(config.publicUrl).toBe(`http://localhost:${config.port}`)
  expect(config.origins).toContain(`http://127.0.0.1:${config.port}`)
  expect(config.openId?.issuer).toBe(`${config.publicUrl}/dev/openid`)
  expect(config.office).toBeNull()
})

test('OFFICE_PORT=0 opens a port that the system chooses, which the default OFFICE_URL contains', async () => {
  const { config, sockets } = await read({ PORT: '0', OFFICE_PORT: '0' })

  const { port, url } = config.office ?? {}
  expect(sockets.office?.address()).toMatchObject({ address: '127.0.0.1', port })
  expect(url).toBe(`http://localhost:${port}`)
  expect(port).not.toBe(config.port)
})

test('a chosen port does not change PUBLIC_URL, and fixed ports open no socket', async () => {
  const chosen = await read({ PORT: '0', PUBLIC_URL: 'https://tickets.example' })
  const fixed = await read({ PORT: '8080' })

  expect(chosen.config.publicUrl).toBe('https://tickets.example')
  expect(fixed.config).toMatchObject({ port: 8080, office: { port: 8081 } })
  expect(fixed.sockets).toEqual({ site: undefined, office: undefined })
})

test('a host of another machine is refused before anything else is opened', async () => {
  await expect(readConfigWithPorts({ PORT: '0', HOST: '192.0.2.1' })).rejects.toThrow(
    expect.objectContaining({ code: 'EADDRNOTAVAIL' }),
  )
})
