import { afterEach, beforeEach } from 'vitest'
import { createDataDir, type RunningServer, startServer } from './server-process.ts'

/** Gives each test a data directory of its own. */
export function setupDataDir() {
  let data: ReturnType<typeof createDataDir>
  beforeEach(() => {
    data = createDataDir()
  })
  afterEach(() => data.remove())
  return () => data.dataDir
}

/** Gives each test a data directory of its own and ends the servers that the test starts. */
export function setupServerProcesses() {
  const dataDir = setupDataDir()
  const running: RunningServer[] = []
  afterEach(() => Promise.all(running.splice(0).map((server) => server.kill('SIGKILL'))))

  return {
    get dataDir() {
      return dataDir()
    },
    async start(environment: Record<string, string> = {}) {
      const server = await startServer({ DATA_DIR: dataDir(), ...environment })
      running.push(server)
      return server
    },
  }
}
