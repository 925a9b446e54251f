import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { collectOutput, startOnFreePort } from '../support/server-process.ts'

const CONFIGURATIONS = join(import.meta.dirname, '../../../deploy')
/** Debian installs servers here, which is not on the PATH of every user. */
const SEARCH_PATH = `${process.env.PATH}${delimiter}/usr/sbin`
const RETRY_MS = 50
const ACCESS_LOG = 'access.log'

export type ProxyName = 'haproxy' | 'nginx' | 'caddy'
/** `nginx-cache`: nginx with another configuration. */
type ConfigurationName = ProxyName | 'nginx-cache'

export const isInstalled = (command: string) =>
  SEARCH_PATH.split(delimiter).some((directory) => existsSync(join(directory, command)))

interface ProxyFiles {
  directory: string
  port: number
  /** The port of the server or proxy behind this one. */
  upstream: number
}

/** Writes the configuration of `deploy/` for this machine. Returns the arguments of the command. */
const PREPARE: Record<ConfigurationName, (files: ProxyFiles) => string[]> = {
  haproxy({ directory, port, upstream }) {
    const path = join(directory, 'haproxy.cfg')
    writeFileSync(
      path,
      adapt('haproxy.cfg', {
        'bind :8080': `bind 127.0.0.1:${port}`,
        'maxconn 20000': 'maxconn 200',
        ...Object.fromEntries([1, 2, 3].map((n) => [`node-${n}:3000`, `127.0.0.1:${upstream}`])),
      }),
    )
    return ['-db', '-f', path]
  },

  nginx({ directory, port, upstream }) {
    createCertificate(directory)
    const site = adapt('nginx.conf', {
      'listen 443': `listen 127.0.0.1:${port}`,
      'listen 80': `listen unix:${directory}/http.sock`,
      'server 127.0.0.1:8080': `server 127.0.0.1:${upstream}`,
      '/etc/letsencrypt/live/tickets.example': directory,
      '/var/log/nginx/marquee.log': join(directory, ACCESS_LOG),
    })
    return argumentsOfNginx(directory, site)
  },

  'nginx-cache'({ directory, port, upstream }) {
    const site = adapt('nginx-cache.conf', {
      'listen 127.0.0.1:8090': `listen 127.0.0.1:${port}`,
      'server 127.0.0.1:8080': `server 127.0.0.1:${upstream}`,
      '/var/cache/nginx/marquee': join(directory, 'cache'),
    })
    return argumentsOfNginx(directory, site)
  },

  caddy({ directory }) {
    const path = join(directory, 'Caddyfile')
    const options = `admin off\nskip_install_trust\nauto_https disable_redirects\nstorage file_system ${directory}`
    writeFileSync(path, `{\n${options}\n}\nimport ${join(CONFIGURATIONS, 'Caddyfile')}\n`)
    return ['run', '--config', path, '--adapter', 'caddyfile']
  },
}

/** Writes a configuration of nginx with servers for its part `http`. Returns the arguments of the command. */
function argumentsOfNginx(directory: string, servers: string) {
  const path = join(directory, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  )
  writeFileSync(
    path,
    `${nginxUser()} daemon off; pid ${directory}/pid; error_log stderr; events { worker_connections 4096; }\nhttp { access_log off; ${temporary.join(' ')}\n${servers} }`,
  )
  return ['-c', path, '-e', 'stderr']
}

/** As root, nginx would change to a user that cannot write large bodies into the directory of the test. */
const nginxUser = () => (process.getuid?.() === 0 ? 'user root;' : '')

/** Reads a configuration and replaces these texts. Throws if one of them is missing. */
function adapt(name: string, replacements: Record<string, string>) {
  let text = readFileSync(join(CONFIGURATIONS, name), 'utf8')
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`deploy/${name} does not contain ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

/** Writes a self-signed certificate and its key into a directory. */
export function createCertificate(directory: string) {
  const files = ['-keyout', `${directory}/privkey.pem`, '-out', `${directory}/fullchain.pem`]
  const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost']
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...options, ...files])
  if (status !== 0) throw new Error(`openssl failed: ${stderr}`)
}

/** Starts a proxy with its configuration from `deploy/` in front of a port of this machine. */
export const startProxy = (name: ConfigurationName, upstream: number) =>
  startOnFreePort((port) => startProxyOn(name, port, upstream))

/** Resolves with undefined if another program uses the port. */
async function startProxyOn(name: ConfigurationName, port: number, upstream: number) {
  const directory = mkdtempSync(join(tmpdir(), `marquee-${name}-`))
  const isTls = name === 'nginx' || name === 'caddy'
  const command = name === 'nginx-cache' ? 'nginx' : name
  const child = spawn(command, PREPARE[name]({ directory, port, upstream }), {
    env: {
      PATH: SEARCH_PATH,
      HOME: directory,
      PUBLIC_URL: `https://localhost:${port}`,
      UPSTREAM: `127.0.0.1:${upstream}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collectOutput(child)
  const closed = once(child, 'close')
  const close = async () => {
    child.kill('SIGTERM')
    await closed
    rmSync(directory, { recursive: true, force: true })
  }
  while (!(await accepts(port, isTls)) || child.exitCode !== null) {
    if (/address already in use/i.test(output.text())) {
      await close()
      return undefined
    }
    if (child.exitCode !== null) {
      await close()
      throw new Error(`${name} ended with ${child.exitCode}: ${output.text()}`)
    }
    await pause(RETRY_MS)
  }
  return {
    port,
    isTls,
    /** What it has printed and logged. */
    output: () => output.text() + readIfExists(join(directory, ACCESS_LOG)),
    close,
  }
}

const readIfExists = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Caddy creates its certificate only after it listens. */
async function accepts(port: number, isTls: boolean) {
  const socket = isTls
    ? connectTls({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false })
    : connect(port, '127.0.0.1')
  // `once` rejects on an error.
  const isOpen = await once(socket, isTls ? 'secureConnect' : 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isOpen
}
