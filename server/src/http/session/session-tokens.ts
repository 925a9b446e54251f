import { createHmac, hkdfSync } from 'node:crypto'

export interface SessionTokens {
  accessToken: string
  refreshToken: string
}

export type DeriveTokens = (refreshToken: string) => SessionTokens

const KEY_BYTES = 32

/**
 * Derives the tokens that follow a refresh token. The same token always has the same successor: a copy cannot start a second chain. Only
 * the server can compute the successor, because it needs the secret.
 */
export function createTokenDerivation(secret: string): DeriveTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'marquee session tokens', KEY_BYTES))
  const derive = (kind: string, token: string) =>
    createHmac('sha256', key).update(`${kind} ${token}`).digest('base64url')
  return (refreshToken) => ({
    accessToken: derive('access', refreshToken),
    refreshToken: derive('refresh', refreshToken),
  })
}
