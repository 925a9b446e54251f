import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DataDirError } from './data-dir.ts'

const OWNER_ONLY = 0o600

/** Returns the content of a file. Creates the file with mode 0600 if it does not exist. Throws `DataDirError`. */
export async function readOrCreatePrivateFile(
  path: string,
  content: () => string | Promise<string>,
) {
  return (await readPrivateFile(path)) ?? (await create(path, content))
}

/** Returns undefined if the file does not exist. Throws `DataDirError`. */
export async function readPrivateFile(path: string) {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw new DataDirError(74, `The file ${path} cannot be read: ${String(error)}`)
  }
}

/** Writes a draft and links it: the file is never incomplete, and an existing file is never replaced. */
async function create(path: string, content: () => string | Promise<string>) {
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
  return (await readPrivateFile(path)) ?? ''
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
