import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** The value `undefined` removes a default claim. */
export type Claims = { [Name in keyof JWTPayload]?: JWTPayload[Name] | undefined }

export const CLIENT = { clientId: 'marquee-test', clientSecret: 'known to both sides' }
export const KEY_ID = 'test-key'
const FIVE_MINUTES = 300

interface Authorization {
  idToken: string
  challenge: string
}

/** An OpenID issuer that signs any claims. Its codes can be used several times: the cinema must refuse the second use. */
export async function startIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }
  const authorizations = new Map<string, Authorization>()
  let isAvailable = true

  const server = createServer(async (request, response) => {
    const [status, body] = isAvailable ? await respond(request) : [500, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function respond(request: IncomingMessage): Promise<[number, object]> {
    if (request.url === '/keys') return [200, { keys: [key] }]
    if (request.url === '/token') return exchangeCode(new URLSearchParams(await text(request)))
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

  async function exchangeCode(form: URLSearchParams): Promise<[number, object]> {
    const authorization = authorizations.get(form.get('code') ?? '')
    const hasSecret = form.get('client_secret') === CLIENT.clientSecret
    const challenge = await challengeOf(form.get('code_verifier') ?? '')
    if (!hasSecret || authorization?.challenge !== challenge)
      return [400, { error: 'invalid_grant' }]
    return [200, { access_token: 'unused', token_type: 'Bearer', id_token: authorization.idToken }]
  }

  /** Adds the default claims of a valid token. */
  const withDefaults = (claims: Claims) => {
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
    withDefaults,
    publicKeyPem: await exportSPKI(publicKey),
    publicKeyJson: JSON.stringify(key),
    signIdToken: (
      claims: Claims,
      signingKey: Parameters<SignJWT['sign']>[0] = privateKey,
      keyId = KEY_ID,
    ) =>
      new SignJWT(withDefaults(claims))
        .setProtectedHeader({ alg: 'RS256', kid: keyId })
        .sign(signingKey),
    /** Returns a code for an ID token. The client must prove that it has sent the PKCE challenge. */
    issueCode: (authorization: Authorization) => {
      const code: string = crypto.randomUUID()
      authorizations.set(code, authorization)
      return code
    },
    whileUnavailable: async (act: () => Promise<void>) => {
      isAvailable = false
      await act().finally(() => {
        isAvailable = true
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
