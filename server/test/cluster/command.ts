import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const COMMAND = join(import.meta.dirname, '../../../tools/cluster/main.mjs')

interface Node {
  pid: number
  /** By itself, past the balancer. */
  url: string
}

/** `npm run cluster`, once everything is built: what it says and how it ends. */
export function runCluster(environment: Record<string, string>) {
  const child = spawn(process.execPath, [COMMAND], {
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const looks = new Set<() => void>()
  const hear = (words: Buffer) => {
    said += words
    for (const look of looks) look()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = once(child, 'close').then(([code]) => code as number | null)

  /** What matches, said so many times. Throws all that was said if the command ends first. */
  function heard(words: RegExp, times = 1) {
    const matches = () => [...said.matchAll(new RegExp(words, 'g'))]
    const found = new Promise<RegExpMatchArray[]>((resolve) => {
      const look = () => {
        if (matches().length < times) return
        looks.delete(look)
        resolve(matches())
      }
      looks.add(look)
      look()
    })
    const never = ended.then((code): never => {
      throw new Error(`It ended with ${code}: ${said}`)
    })
    return Promise.race([found, never])
  }

  /** Every node as it was opened last, by its name; at least so many openings. */
  async function nodes(openings = 3) {
    const matches = await heard(/(node \d) is open \(process (\d+), port (\d+)\)/, openings)
    return new Map(
      matches.map(([, name = '', pid, port]): [string, Node] => [
        name,
        { pid: Number(pid), url: `http://127.0.0.1:${port}` },
      ]),
    )
  }

  return {
    said: () => said,
    heard,
    nodes,
    url: async () => (await heard(/Three nodes are open at (\S+)/))[0]?.[1] ?? '',
    ended,
    close: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}
