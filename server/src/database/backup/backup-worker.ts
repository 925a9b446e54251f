import { parentPort, workerData } from 'node:worker_threads'
import { backUp } from './backup.ts'

/** Runs in a thread of its own, which `run-backup.ts` starts: the copy does not stop the event loop. */
const { dataDir, file } = workerData as { dataDir: string; file: string }
await backUp(dataDir, file, (step) => parentPort?.postMessage(step))
