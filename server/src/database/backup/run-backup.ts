import { readdirSync, rmSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { databasePath } from '../connection/sqlite.ts'
import type { BackupStep } from './backup.ts'

/** The copy is the larger part of the work. */
const COPY_SHARE = 0.8

export interface RunningBackup {
  file: string
  /** Epoch milliseconds. */
  startedAt: number
  state: 'running' | 'done' | 'failed'
  /** From 0 to 1. */
  progress: () => number
  /** Why it failed. */
  message: string | null
  /** Resolves when it is done or has failed. */
  ended: Promise<void>
}

interface BackupPaths {
  dataDir: string
  /** The new file. */
  file: string
}

/** Makes a backup in a thread of its own. An interrupted one leaves a draft, which the next one deletes. */
export function runBackup({ dataDir, file }: BackupPaths, startedAt: number): RunningBackup {
  deleteDrafts(dirname(file))
  const size = sizeOf(databasePath(dataDir))
  let step: BackupStep | undefined
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const backup: RunningBackup = {
    file,
    startedAt,
    state: 'running',
    message: null,
    ended,
    progress: () => {
      if (backup.state !== 'running') return 1
      if (step?.name === 'checking') return COPY_SHARE
      const copied = step === undefined ? 0 : sizeOf(step.draft)
      return COPY_SHARE * Math.min(1, copied / Math.max(1, size))
    },
  }
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    workerData: { dataDir, file },
  })
  // A backup does not keep the process running.
  worker.unref()
  worker.on('message', (next: BackupStep) => {
    step = next
  })
  worker.on('error', (error) => {
    backup.state = 'failed'
    backup.message = error.message
  })
  worker.on('exit', () => {
    if (backup.state === 'running') backup.state = 'done'
    resolve()
  })
  return backup
}

function deleteDrafts(directory: string) {
  const names = readdirSync(directory).filter((name) => /^marquee-.*\.draft$/.test(name))
  for (const name of names) rmSync(join(directory, name), { force: true })
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Whether the disk of a folder has room for a copy of the database, with its write-ahead log. */
export async function hasRoomForBackup(dataDir: string, directory: string) {
  const { bavail, bsize } = await statfs(directory)
  const path = databasePath(dataDir)
  return bavail * bsize > sizeOf(path) + sizeOf(`${path}-wal`)
}
