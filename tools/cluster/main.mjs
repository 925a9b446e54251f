import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { stop } from '../boot/stop.mjs'
import { openBalancer } from './balancer.mjs'
import { greetRedis, makeDatabase, neighboursIn, shown, why } from './neighbours.mjs'
import { freePort, keepNode } from './nodes.mjs'

const UNAVAILABLE = 69
const NODES = ['node 1', 'node 2', 'node 3']
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const say = (line) => console.log(line)

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => interrupted.abort())
}

const { databaseUrl, redisUrl } = neighboursIn(process.env)
await makeDatabase(databaseUrl).then(
  (isNew) => isNew && say(`Made the database ${shown(databaseUrl)}`),
  (error) => missing('PostgreSQL', databaseUrl, 'DATABASE_URL', error),
)
await greetRedis(redisUrl).catch((error) => missing('Redis', redisUrl, 'REDIS_URL', error))

const host = process.env.HOST || '127.0.0.1'
const wanted = Number(process.env.PORT || 3000)
const balancer = await openBalancer({ host, port: wanted }).catch((error) =>
  stop(`The balancer cannot listen on port ${wanted}: ${why(error)}`, UNAVAILABLE),
)
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${balancer.port}`
const shared = {
  ...process.env,
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl,
  PUBLIC_URL: publicUrl,
  // The balancer, and nobody before it.
  TRUST_PROXY: process.env.TRUST_PROXY || '1',
  SESSION_SECRET: process.env.SESSION_SECRET || randomBytes(32).toString('base64url'),
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
}

const ports = await Promise.all(NODES.map(freePort))
const nodes = NODES.map((name, n) =>
  keepNode({
    name,
    env: { ...shared, ...identityProviderFor(n) },
    port: ports[n],
    say,
    opened: (pid) => {
      balancer.admit(name, `http://127.0.0.1:${ports[n]}`)
      say(`${name} is open (process ${pid}, port ${ports[n]})`)
    },
    ended: () => balancer.dismiss(name),
  }),
)

const end = once(interrupted.signal, 'abort')
const firsts = await Promise.race([Promise.all(nodes.map(({ first }) => first)), end])
const failed = firsts.find((code) => code > 0)
if (!interrupted.signal.aborted && failed === undefined) {
  say(`\nThree nodes are open at ${publicUrl}\nCtrl-C closes them.`)
  await end
}
await Promise.all(nodes.map((node) => node.stop()))
balancer.close()
say('All nodes are closed.')
process.exitCode = interrupted.signal.aborted ? 0 : failed

/** One node plays the identity provider of a development start, and the others know it at the address people use. */
function identityProviderFor(n) {
  const { NODE_ENV, OIDC_ISSUER } = process.env
  const isOurs = LOOPBACK.includes(new URL(publicUrl).hostname) && NODE_ENV !== 'production'
  if (OIDC_ISSUER || !isOurs || n === 0) return {}
  return { OIDC_ISSUER: new URL('/dev/openid', publicUrl).href, OIDC_CLIENT_ID: 'marquee' }
}

function missing(what, url, variable, error) {
  const advice = `Start one there, or name another in ${variable}.`
  stop(`There is no ${what} for us at ${shown(url)} (${why(error)}).\n${advice}`, UNAVAILABLE)
}
