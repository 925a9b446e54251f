import { setTimeout as pause } from 'node:timers/promises'
import { aDataDir, startServer } from '../../server/test/server-process.ts'
import { HALLS, openCinema, type Show, writeCatalogue } from '../cinema.ts'
import type { Row } from '../row.ts'
import { manyWindows } from '../window.ts'

const WINDOWS = 1000
const SETTLE_MS = 3000

/** What a server takes, and how soon it is there again. */
export async function footprint(): Promise<Row[]> {
  return [...(await memory()), await secondStart()]
}

async function memory(): Promise<Row[]> {
  const cinema = await openCinema('sqlite')
  try {
    await pause(SETTLE_MS)
    const idle = cinema.memoryMb()
    const [show] = (await cinema.showsIn(HALLS.usual)) as [Show]
    await pause(SETTLE_MS)
    const before = cinema.memoryMb()
    const windows = await manyWindows(cinema.url, WINDOWS)
    for (const window of windows) await window.ask('joinShowtime', show.showtimeId)
    await pause(SETTLE_MS)
    const after = cinema.memoryMb()
    for (const window of windows) window.close()
    return [
      {
        ...{ what: 'memory of an idle server, embedded', measured: '', baseline: '', value: idle },
        goal: { atMost: 130, unit: ' MB' },
      },
      {
        what: `memory of each further window, of ${WINDOWS}`,
        measured: '',
        baseline: '',
        value: ((after - before) * 1024) / WINDOWS,
        goal: { atMost: 30, unit: ' kB' },
      },
    ]
  } finally {
    await cinema.close()
  }
}

async function secondStart(): Promise<Row> {
  const { dataDir, remove } = aDataDir()
  const settings = { DATA_DIR: dataDir, CATALOGUE: writeCatalogue(dataDir), LOG_LEVEL: 'error' }
  await (await startServer(settings)).kill('SIGTERM')
  const begun = performance.now()
  const server = await startServer(settings)
  await (await fetch(`${server.url}/api/movies`)).text()
  const seconds = (performance.now() - begun) / 1000
  await server.kill('SIGTERM')
  remove()
  return {
    ...{ what: 'second start to first answer', measured: '', baseline: '', value: seconds },
    goal: { atMost: 1.5, unit: ' s' },
  }
}
