import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../../src/main.ts')

export interface RunningServer {
  url: string
  port: number
  pid: number
  /** All it has printed so far. */
  said: () => string
  kill: (signal: NodeJS.Signals) => Promise<number | null>
}

/** A data directory of its own, and how to remove it. */
export function createDataDir() {
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-data-'))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** A port that was free a moment ago. */
export async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

/** The real server as its own process, ready to answer. Throws what it said if it ends instead. */
export async function startServer(
  environment: Record<string, string>,
  main = MAIN,
): Promise<RunningServer> {
  const port = Number(environment.PORT ?? (await findFreePort()))
  const child = run({ ...environment, PORT: String(port) }, main)
  const said = collect(child)
  await Promise.race([
    said.line('is open at'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The server ended with ${code}: ${said.text()}`)
    }),
  ])
  return {
    port,
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    said: said.text,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      // Its last words may still be on their way when it is gone.
      const ended = once(child, 'close')
      child.kill(signal)
      const [code] = await ended
      return code as number | null
    },
  }
}

/** A start that is expected to fail: its exit code and its last words. */
export async function startExpectingExit(environment: Record<string, string>) {
  const child = run(environment)
  const said = collect(child)
  const [code] = await once(child, 'close')
  return { code: code as number | null, said: said.text() }
}

/** One of the operator's commands, as its own process: its exit code and all it said. */
export async function runCommand(
  command: string,
  files: string[],
  environment: Record<string, string>,
) {
  const script = join(import.meta.dirname, `../../src/cli/${command}.ts`)
  const child = run(environment, script, files)
  const said = collect(child)
  const [code] = await once(child, 'close')
  return { code: code as number | null, said: said.text() }
}

function run(environment: Record<string, string>, script = MAIN, args: string[] = []) {
  return spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function collect(child: ChildProcess) {
  let text = ''
  const waiting = new Map<string, () => void>()
  const hear = (chunk: Buffer) => {
    text += chunk
    for (const [words, resolve] of waiting) if (text.includes(words)) resolve()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  return {
    text: () => text,
    line: (words: string) => new Promise<void>((resolve) => waiting.set(words, resolve)),
  }
}
