import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** 256 random bits need no salt and no slow hash: nobody can guess what the database's copy came from. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export function newRefreshToken() {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashOf(token) }
}
