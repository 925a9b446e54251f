import type { Config } from '../config.ts'

const ANY_ADDRESS: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/**
 * Reaches this server's own provider. The address people use may be another program's port, or a container's: from in here it
 * leads nowhere.
 */
export function fetchFromThisServer({ host, port }: Pick<Config, 'host' | 'port'>) {
  const here = ANY_ADDRESS[host] ?? (host.includes(':') ? `[${host}]` : host)
  return (address: string, init: RequestInit) => {
    const { pathname, search } = new URL(address)
    return fetch(new URL(pathname + search, `http://${here}:${port}`), init)
  }
}
