import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounts a small disk in memory, for tests that fill it. Needs root on Linux. */
export function mountSmallDisk(megabytes: number) {
  // Another user, such as that of PostgreSQL, may not enter the temporary folder of this one.
  const path = mkdtempSync('/tmp/marquee-disk-')
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path])
  const filler = join(path, 'filler')
  return {
    path,
    /** Writes a file that takes all free space. */
    async fill() {
      const { bavail, bsize } = statfsSync(path)
      await writeFile(filler, Buffer.alloc(bavail * bsize)).catch((error) => {
        // Another program has written meanwhile: the disk is full already.
        if (error.code !== 'ENOSPC') throw error
      })
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', path])
      rmdirSync(path)
    },
  }
}

let canMount: boolean | undefined

/** Whether this machine lets tests mount a disk. */
export function canMountDisks() {
  canMount ??= process.platform === 'linux' && process.getuid?.() === 0 && tryMount()
  return canMount
}

function tryMount() {
  const path = mkdtempSync(join(tmpdir(), 'marquee-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path])
  if (status === 0) execFileSync('umount', [path])
  rmdirSync(path)
  return status === 0
}
