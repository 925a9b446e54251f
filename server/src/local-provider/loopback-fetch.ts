import type { Config } from '../config/config.ts'

const LOOPBACK_OF: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** Calls this server under its own address: the public URL may belong to a proxy or not exist inside a container. */
export function createLoopbackFetch({ host, port }: Pick<Config, 'host' | 'port'>) {
  const hostName = LOOPBACK_OF[host] ?? (host.includes(':') ? `[${host}]` : host)
  return (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url)
    return fetch(new URL(pathname + search, `http://${hostName}:${port}`), init)
  }
}
