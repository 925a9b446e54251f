import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreatePrivateFile } from '#src/database/data-dir/private-file.ts'

const SECRET_BYTES = 32

/** The file with the secret of the command line. Its owner can do everything in the office. */
export const officeSecretPath = (dataDir: string) => join(dataDir, 'office-secret')

/** Returns whether an Authorization header has the secret of the command line. The file is created once, readable by its owner only. */
export async function createCommandLineCheck({ dataDir }: { dataDir: string }) {
  const secret = await readOrCreatePrivateFile(officeSecretPath(dataDir), () =>
    randomBytes(SECRET_BYTES).toString('base64url'),
  )
  const expected = sha256(`Bearer ${secret}`)
  return (authorization: string) => timingSafeEqual(sha256(authorization), expected)
}

/** timingSafeEqual needs two buffers of one length. */
const sha256 = (text: string) => createHash('sha256').update(text).digest()
