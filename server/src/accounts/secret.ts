import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { DataDirFault } from '../database/data-dir.ts'

const SECRET_BYTES = 32
const FEWEST_CHARACTERS = 32
const OWNER_ONLY = 0o600

/** What signs cookies: configured, or made once and kept in the data directory. Throws `DataDirFault`. */
export async function sessionSecret({ sessionSecret, dataDir }: Config) {
  if (sessionSecret) return sessionSecret
  const path = join(dataDir, 'secret')
  const secret = (await kept(path)) ?? (await make(path))
  if (secret.length < FEWEST_CHARACTERS) {
    throw new DataDirFault(74, `The file ${path} holds no usable secret.`)
  }
  return secret
}

async function kept(path: string) {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw new DataDirFault(74, `The file ${path} cannot be read: ${String(error)}`)
  }
}

/** Written aside and linked into place: never half a secret, and never over one that is already there. */
async function make(path: string) {
  await mkdir(join(path, '..'), { recursive: true })
  const draft = `${path}.${crypto.randomUUID()}`
  const file = await open(draft, 'wx', OWNER_ONLY)
  try {
    await file.writeFile(randomBytes(SECRET_BYTES).toString('base64url'))
    await file.sync()
    await link(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await file.close()
    await rm(draft)
  }
  return (await kept(path)) ?? ''
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
