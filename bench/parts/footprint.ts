import { setTimeout as pause } from 'node:timers/promises'
import { createDataDir, startServer } from '../../server/test/support/server-process.ts'
import {
  AS_STARTED,
  type Database,
  HALLS,
  openCinema,
  type Show,
  writeCatalogue,
} from '../cinema.ts'
import type { Row } from '../row.ts'
import { manyWindows, type Window } from '../window.ts'

const SOME = 1000
const MANY = 5000
/** A server with nothing to do collects what letting people in has left: Node's engine begins after eight quiet seconds. */
const SETTLE_MS = 20_000

/** What a server takes, and how soon it is there again. */
export async function footprint(): Promise<Row[]> {
  return [...(await memory()), ...(await starts())]
}

async function memory(): Promise<Row[]> {
  return [...(await memoryOn('sqlite', 'embedded')), ...(await memoryOn('postgres', 'PostgreSQL'))]
}

/** After a thousand windows a server has grown what it needs once; each further one shows what a window is worth. */
async function memoryOn(database: Database, name: string): Promise<Row[]> {
  const cinema = await openCinema(database)
  const windows: Window[] = []
  const megabytesWith = async (count: number) => {
    const [show] = (await cinema.showsIn(HALLS.usual)) as [Show]
    const further = await manyWindows(cinema.url, count - windows.length)
    for (const window of further) await window.ask('joinShowtime', show.showtimeId)
    windows.push(...further)
    const atOnce = cinema.memoryMb()
    await pause(SETTLE_MS)
    return { atOnce, atRest: cinema.memoryMb() }
  }
  try {
    await pause(SETTLE_MS)
    const idle = cinema.memoryMb()
    const [some, many] = [await megabytesWith(SOME), await megabytesWith(MANY)]
    const each = ((many.atRest - some.atRest) * 1024) / (MANY - SOME)
    const rowOf = (what: string, value: number, goal: Row['goal']) => ({
      ...{ what: `${what}, ${name}`, measured: '', baseline: '', value, goal },
    })
    return [
      rowOf('memory of an idle server', idle, { atMost: 130, unit: ' MB' }),
      rowOf(`memory with ${SOME} windows`, some.atRest, { unit: ' MB' }),
      rowOf(`memory with ${MANY} windows`, many.atRest, { unit: ' MB' }),
      rowOf(`memory with ${MANY} windows as the last comes in`, many.atOnce, { unit: ' MB' }),
      rowOf(`memory of each window after ${SOME}`, each, { atMost: 30, unit: ' kB' }),
    ]
  } finally {
    for (const window of windows) window.close()
    await cinema.close()
  }
}

/** With an empty folder, tables and programme are written first; what is compiled is kept from what was measured before. */
async function starts(): Promise<Row[]> {
  const { dataDir, remove } = createDataDir()
  const settings = {
    ...AS_STARTED,
    ...{ DATA_DIR: dataDir, CATALOGUE: writeCatalogue(dataDir), LOG_LEVEL: 'error' },
  }
  const [first, second] = [await secondsToAnswer(settings), await secondsToAnswer(settings)]
  remove()
  const rowOf = (what: string, value: number, goal: Row['goal']) => ({
    ...{ what: `${what} start to first answer`, measured: '', baseline: '', value, goal },
  })
  return [
    rowOf('first', first, { unit: ' s' }),
    rowOf('second', second, { atMost: 1.5, unit: ' s' }),
  ]
}

async function secondsToAnswer(settings: Record<string, string>) {
  const begun = performance.now()
  const server = await startServer(settings)
  await (await fetch(`${server.url}/api/movies`)).text()
  const seconds = (performance.now() - begun) / 1000
  await server.kill('SIGTERM')
  return seconds
}
