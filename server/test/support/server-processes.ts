import { afterEach, beforeEach } from 'vitest'
import { createDataDir, type RunningServer, startServer } from './server-process.ts'

/** Gives each test a data directory of its own and ends the servers that the test starts. */
export function setupServerProcesses() {
  let data: ReturnType<typeof createDataDir>
  const running: RunningServer[] = []

  beforeEach(() => {
    data = createDataDir()
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.kill('SIGKILL')))
    data.remove()
  })

  return {
    get dataDir() {
      return data.dataDir
    },
    async start(environment: Record<string, string> = {}) {
      const server = await startServer({ DATA_DIR: data.dataDir, ...environment })
      running.push(server)
      return server
    },
  }
}
