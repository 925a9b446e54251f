import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { readConfig } from './config.ts'
import type { Given } from './environment.ts'

/** The sockets of ports that the system has chosen. */
export interface OpenSockets {
  site?: Server | undefined
  office?: Server | undefined
}

/**
 * Reads the configuration. For PORT=0 and OFFICE_PORT=0 the system chooses the ports first: the default URLs contain them, and with these
 * the accepted origins. `listen` takes over the sockets, so that no other program can get a port in between.
 */
export async function readConfigWithPorts(environment: Given) {
  const given = readConfig(environment)
  const site = given.port === 0 ? await listenOnFreePort(given.host) : undefined
  const office = given.office?.port === 0 ? await listenOnFreePort(given.office.host) : undefined
  const sockets: OpenSockets = { site: site?.socket, office: office?.socket }
  if (!site && !office) return { config: given, sockets }
  const config = readConfig({
    ...environment,
    // PORT=0 alone closes the office.
    ...(site && { PORT: String(site.port), OFFICE_PORT: environment.OFFICE_PORT || 'off' }),
    ...(office && { OFFICE_PORT: String(office.port) }),
  })
  return { config, sockets }
}

/** The open socket does not keep the process running, so that a failed start ends. */
async function listenOnFreePort(host: string) {
  const socket = createServer().unref().listen(0, host)
  await once(socket, 'listening')
  return { socket, port: (socket.address() as AddressInfo).port }
}
