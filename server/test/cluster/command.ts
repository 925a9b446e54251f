import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { collectOutput, testProcessEnvironment } from '#test/support/server-process.ts'

const COMMAND = join(import.meta.dirname, '../../../tools/cluster/main.mjs')

interface RunningNode {
  pid: number
  /** The node's own address, without the balancer. */
  url: string
}

/** Starts `npm run cluster` without its build steps. */
export function runCluster(environment: Record<string, string>) {
  const child = spawn(process.execPath, [COMMAND], {
    env: { ...testProcessEnvironment(), PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collectOutput(child)
  const ended = once(child, 'close').then(([code]) => code as number | null)

  /** Resolves when the output matches this many times. Throws the output if the command ends first. */
  function waitForOutput(pattern: RegExp, times?: number) {
    const failed = ended.then((code): never => {
      throw new Error(`The command ended with ${code}: ${output.text()}`)
    })
    return Promise.race([output.waitFor(pattern, times), failed])
  }

  /** The current process of each node, after at least this many starts. */
  async function nodes(starts = 3) {
    const matches = await waitForOutput(/(node \d) is ready \(pid (\d+), port (\d+)\)/, starts)
    return new Map(
      matches.map(([, name = '', pid, port]): [string, RunningNode] => [
        name,
        { pid: Number(pid), url: `http://127.0.0.1:${port}` },
      ]),
    )
  }

  return {
    output: output.text,
    waitForOutput,
    nodes,
    url: async () => (await waitForOutput(/Three nodes are listening at (\S+)/))[0]?.[1] ?? '',
    ended,
    close: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}
