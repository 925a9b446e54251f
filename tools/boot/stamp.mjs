import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** One hash for a list of texts or bytes, in their order. */
export function hashOf(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Does work only when what it depends on has changed since it last succeeded: `hash` is written to
 * `path` after it, and taken away before it, so that work cut short is never taken for done.
 * Gives the exit code of the work, 0 when there was nothing to do.
 */
export async function unlessDone(path, hash, work) {
  if (read(path) === hash) return 0
  rmSync(path, { force: true })
  const code = await work()
  if (code === 0) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, hash)
  }
  return code
}
