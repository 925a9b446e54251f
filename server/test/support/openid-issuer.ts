import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** Claims as a test wishes them; `undefined` leaves one out. */
export type Claims = { [Name in keyof JWTPayload]?: JWTPayload[Name] | undefined }

export const CLIENT = { clientId: 'marquee-test', clientSecret: 'known to both sides' }
const KEY_ID = 'the one key'
const FIVE_MINUTES = 300

/** What the issuer answers to one code. It takes a code as often as it is brought: refusing is up to the cinema. */
interface Grant {
  token: string
  challenge: string
}

/** An OpenID issuer over a real line, that vouches for whatever a test wants vouched for. */
export async function startIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }
  const grants = new Map<string, Grant>()
  let inTrouble = false

  const server = createServer(async (request, response) => {
    const [status, body] = inTrouble ? [500, {}] : await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage): Promise<[number, object]> {
    if (request.url === '/keys') return [200, { keys: [key] }]
    if (request.url === '/token') return exchange(new URLSearchParams(await text(request)))
    return [
      200,
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      },
    ]
  }

  async function exchange(asked: URLSearchParams): Promise<[number, object]> {
    const grant = grants.get(asked.get('code') ?? '')
    const isKnown = asked.get('client_secret') === CLIENT.clientSecret
    const isTheirs = (await challengeOf(asked.get('code_verifier') ?? '')) === grant?.challenge
    if (!grant || !isKnown || !isTheirs) return [400, { error: 'invalid_grant' }]
    return [200, { access_token: 'never used', token_type: 'Bearer', id_token: grant.token }]
  }

  /** What is true of everybody it vouches for, unless said otherwise. */
  const claimsFor = (claims: Claims) => {
    const issuedAt = Math.floor(Date.now() / 1000)
    return {
      iss: issuer,
      aud: CLIENT.clientId,
      iat: issuedAt,
      exp: issuedAt + FIVE_MINUTES,
      email_verified: true,
      ...claims,
    } as JWTPayload
  }

  return {
    issuer,
    claimsFor,
    publicKeyPem: await exportSPKI(publicKey),
    publicKeyJson: JSON.stringify(key),
    /** An ID token with these claims. */
    vouch: (claims: Claims, by: Parameters<SignJWT['sign']>[0] = privateKey, kid = KEY_ID) =>
      new SignJWT(claimsFor(claims)).setProtectedHeader({ alg: 'RS256', kid }).sign(by),
    /** A code for which that token is handed out, to whoever began with this challenge. */
    grant: (grant: Grant) => {
      const code: string = crypto.randomUUID()
      grants.set(code, grant)
      return code
    },
    failing: async (work: () => Promise<void>) => {
      inTrouble = true
      await work().finally(() => {
        inTrouble = false
      })
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
export type Issuer = Awaited<ReturnType<typeof startIssuer>>

async function challengeOf(verifier: string) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return Buffer.from(digest).toString('base64url')
}
