import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

const MARQUEE = join(import.meta.dirname, '../../../bin/marquee')

export interface RunningServer {
  url: string
  port: number
  /** The port of the office for OFFICE_PORT=0. */
  officePort: number
  pid: number
  /** Everything that the process has printed. */
  output: () => string
  kill: (signal: NodeJS.Signals) => Promise<number | null>
  /** Rejects with the output of a process that ends without `kill`. */
  crashed: Promise<never>
  /** Lets time pass in the process. Its interval jobs still run by the time of the system. */
  advanceClock: (ms: number) => Promise<void>
}

/** Creates an empty data directory. */
export function createDataDir() {
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-data-'))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** Finds a port that is free at the moment. Prefer port 0: another program may take this one before it is used. */
export async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/**
 * Starts a program that cannot choose a port itself. `start` resolves with undefined if the program says that the port is taken. It is then
 * called again with another one.
 */
export async function startOnFreePort<Program>(
  start: (port: number) => Promise<Program | undefined>,
) {
  for (;;) {
    const program = await start(await findFreePort())
    if (program !== undefined) return program
  }
}

/**
 * Starts the server as a process, on a free port unless PORT is set, and resolves when it accepts connections. Throws its output if it ends
 * instead.
 */
export async function startServer(environment: Record<string, string>): Promise<RunningServer> {
  const child = spawnNode({ PORT: '0', ...environment })
  const output = collectOutput(child)
  await Promise.race([
    output.waitFor(/is open at .*\n/),
    once(child, 'close').then(([code]) => {
      throw new Error(`The server ended with ${code}: ${output.text()}`)
    }),
  ])
  const crash = Promise.withResolvers<never>()
  crash.promise.catch(() => undefined)
  let isKilled = false
  child.once('close', (code) => {
    if (!isKilled) crash.reject(new Error(`The server has ended with ${code}: ${output.text()}`))
  })
  const printed = (pattern: RegExp) => Number(pattern.exec(output.text())?.[1])
  const port = Number(environment.PORT) || printed(/is open at .* \(port (\d+)\)\n/)
  return {
    port,
    officePort: printed(/The office listens on port (\d+)\n/),
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    output: output.text,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      // `close` comes after the end of the output, `exit` may come before it.
      const ended = once(child, 'close')
      isKilled = true
      child.kill(signal)
      const [code] = await ended
      return code as number | null
    },
    crashed: crash.promise,
    advanceClock: async (ms) => {
      const moved = once(child, 'message')
      child.send({ advanceClock: ms })
      await moved
    },
  }
}

/** Starts a server that must end by itself. Resolves with its exit code and output. */
export async function startExpectingExit(environment: Record<string, string>) {
  return waitForExit(spawnNode({ PORT: '0', ...environment }))
}

/** Runs one of the operator's commands as a process. Resolves with its exit code and what it has printed on each stream. */
export async function runCommandProcess(
  command: string,
  args: string[],
  environment: Record<string, string>,
) {
  return waitForExit(spawnNode(environment, [command, ...args]))
}

async function waitForExit(child: ChildProcess) {
  const output = collectOutput(child)
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => text(stream as Readable))
  const [code] = await once(child, 'close')
  return {
    code: code as number | null,
    output: output.text(),
    stdout: await stdout,
    stderr: await stderr,
  }
}

/** Nodes on several ports, and a server that is started again on another one, have the same cookies. */
const DEFAULTS = { LOG_LEVEL: 'warn', OFFICE_PORT: 'off', COOKIE_SUFFIX: 'test' }

function spawnNode(environment: Record<string, string>, args = ['start']) {
  return spawn(process.execPath, [MARQUEE, ...args], {
    env: { ...testProcessEnvironment(), ...DEFAULTS, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** What a process of a test needs from this one: the search path, the clock of the tests and the cache of compiled files. */
export function testProcessEnvironment() {
  const { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE, TEST_CLOCK_OFFSET_MS } = process.env
  return { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE, TEST_CLOCK_OFFSET_MS, TEST_CLOCK_MESSAGES: 'on' }
}

/** Collects everything that a process prints. */
export function collectOutput(child: ChildProcess) {
  let collected = ''
  const waiting = new Set<() => void>()
  const append = (chunk: Buffer) => {
    collected += chunk
    for (const check of waiting) check()
  }
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)

  /** Resolves with the matches when the output matches this many times. */
  const waitFor = (pattern: RegExp, times = 1) =>
    new Promise<RegExpMatchArray[]>((resolve) => {
      const check = () => {
        const matches = [...collected.matchAll(new RegExp(pattern, 'g'))]
        if (matches.length < times) return
        waiting.delete(check)
        resolve(matches)
      }
      waiting.add(check)
      check()
    })
  return { text: () => collected, waitFor }
}
