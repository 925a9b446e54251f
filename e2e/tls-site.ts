import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { createCertificate } from '../server/test/proxies/start-proxy.ts'
import { createDataDir, startServer } from '../server/test/support/server-process.ts'

/** Starts a server behind TLS whose public URL has this host. The browser must resolve the host to this machine. */
export async function startTlsSite(host: string) {
  const data = createDataDir()
  createCertificate(data.dataDir)
  const read = (name: string) => readFileSync(join(data.dataDir, name))
  const tls = createServer({ key: read('privkey.pem'), cert: read('fullchain.pem') }, (client) => {
    const upstream = connect(server.port, '127.0.0.1')
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    client.pipe(upstream).pipe(client)
  })
  tls.listen(0, '127.0.0.1')
  await once(tls, 'listening')
  const { port } = tls.address() as AddressInfo
  const server = await startServer({
    DATA_DIR: join(data.dataDir, 'server'),
    PUBLIC_URL: `https://${host}:${port}`,
    // The names as they are on https without the setting.
    COOKIE_SUFFIX: '',
  })

  return {
    port,
    /** Without TLS, for clients that are not browsers. */
    plainUrl: server.url,
    close: async () => {
      await server.kill('SIGTERM')
      tls.close()
      data.remove()
    },
  }
}
