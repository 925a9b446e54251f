import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { exitWithMessage } from '../boot/project.mjs'
import { SIGNALS } from '../boot/run.mjs'
import { openBalancer } from './balancer.ts'
import { superviseNode } from './node-process.mjs'
import {
  ensureDatabase,
  errorText,
  pingRedis,
  serviceUrls,
  withoutCredentials,
} from './services.mjs'

const EXIT_UNAVAILABLE = 69
const NODES = ['node 1', 'node 2', 'node 3']
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const print = (line) => console.log(line)

const interrupted = new AbortController()
for (const signal of SIGNALS) process.on(signal, () => interrupted.abort())

const { databaseUrl, redisUrl } = serviceUrls(process.env)
await ensureDatabase(databaseUrl).then(
  (created) => created && print(`Created the database ${withoutCredentials(databaseUrl)}`),
  exitUnavailable('PostgreSQL', databaseUrl, 'DATABASE_URL'),
)
await pingRedis(redisUrl).catch(exitUnavailable('Redis', redisUrl, 'REDIS_URL'))

const host = process.env.HOST || '127.0.0.1'
const port = Number(process.env.PORT || 3000)
const balancer = await openBalancer({ host, port }).catch((error) =>
  exitWithMessage(
    `The balancer cannot listen on port ${port}: ${errorText(error)}`,
    EXIT_UNAVAILABLE,
  ),
)
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${balancer.port}`
const sharedEnv = {
  ...process.env,
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl,
  PUBLIC_URL: publicUrl,
  // The balancer is the only proxy.
  TRUST_PROXY: process.env.TRUST_PROXY || '1',
  SESSION_SECRET: process.env.SESSION_SECRET || randomBytes(32).toString('base64url'),
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
}

const nodes = NODES.map((name, index) =>
  superviseNode({
    name,
    env: { ...sharedEnv, ...identityProviderEnv(index), ...officeEnv(index) },
    print,
    onReady: ({ pid, port }) => {
      balancer.addNode(name, `http://127.0.0.1:${port}`)
      print(`${name} is ready (pid ${pid}, port ${port})`)
    },
    onExit: () => balancer.removeNode(name),
  }),
)

const end = once(interrupted.signal, 'abort')
const firstStarts = await Promise.race([Promise.all(nodes.map((node) => node.firstStart)), end])
const failedCode = firstStarts.find((code) => code > 0)
if (!interrupted.signal.aborted && failedCode === undefined) {
  print(`\nThree nodes are listening at ${publicUrl}\nPress Ctrl-C to stop them.`)
  await end
}
await Promise.all(nodes.map((node) => node.stop()))
balancer.close()
print('All nodes have stopped.')
process.exitCode = interrupted.signal.aborted ? 0 : failedCode

/** In development the first node is the local identity provider. The other nodes use it at the public URL. */
function identityProviderEnv(index) {
  const { NODE_ENV, OIDC_ISSUER } = process.env
  const isLocal = LOOPBACK.includes(new URL(publicUrl).hostname) && NODE_ENV !== 'production'
  if (OIDC_ISSUER || !isLocal || index === 0) return {}
  return { OIDC_ISSUER: new URL('/dev/openid', publicUrl).href, OIDC_CLIENT_ID: 'marquee' }
}

/** The first node has the office, on the port after that of the balancer. */
function officeEnv(index) {
  if (index > 0) return { OFFICE_PORT: 'off' }
  return {
    OFFICE_PORT: process.env.OFFICE_PORT || (port === 0 ? 'off' : String(balancer.port + 1)),
  }
}

function exitUnavailable(service, url, variable) {
  return (error) => {
    const advice = `Start it, or set ${variable}.`
    const text = `${service} is not available at ${withoutCredentials(url)} (${errorText(error)}).`
    exitWithMessage(`${text}\n${advice}`, EXIT_UNAVAILABLE)
  }
}
