import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DataDirError } from './data-dir.ts'

const OWNER_ONLY = 0o600

/** What a file of the data directory holds: made once, for the owner alone, and then kept. Throws `DataDirFault`. */
export async function readOrCreatePrivateFile(
  path: string,
  content: () => string | Promise<string>,
) {
  return (await kept(path)) ?? (await make(path, content))
}

async function kept(path: string) {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw new DataDirError(74, `The file ${path} cannot be read: ${String(error)}`)
  }
}

/** Written aside and linked into place: never half a secret, and never over one that is already there. */
async function make(path: string, content: () => string | Promise<string>) {
  const text = await content()
  await mkdir(join(path, '..'), { recursive: true })
  const draft = `${path}.${crypto.randomUUID()}`
  const file = await open(draft, 'wx', OWNER_ONLY)
  try {
    await file.writeFile(text)
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
