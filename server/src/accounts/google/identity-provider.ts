import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import type { OpenId } from '#src/config/config.ts'
import type { Log } from '#src/platform/log.ts'
import { GoogleSignInError } from './google-sign-in-error.ts'
import { identityFromClaims, type VerifiedIdentity } from './verified-identity.ts'

/** Random values of one authorization request. The response must match them. */
interface AuthorizationRequest {
  state: string
  nonce: string
  /** The PKCE code verifier. */
  codeVerifier: string
}

/** An OpenID Connect provider. Each call throws UNAVAILABLE if the provider cannot be reached. */
export interface IdentityProvider {
  /** Returns the provider's page to which the browser is sent. */
  authorizationUrl: (redirectUri: string, request: AuthorizationRequest) => Promise<string>
  /** Exchanges the code in the callback URL for an ID token. Throws UNAUTHENTICATED if it does not match the request. */
  exchangeCode: (callbackUrl: URL, request: AuthorizationRequest) => Promise<string>
  /** Returns the identity of an ID token. Throws UNAUTHENTICATED if the token is forged, expired or for another client, or its email is not verified. */
  verifyIdToken: (idToken: string, nonce: string) => Promise<VerifiedIdentity>
}

interface Dependencies {
  fetch: Fetch
  /** Epoch milliseconds. */
  now: () => number
  log: Log
}
type Fetch = (url: string, init: RequestInit) => Promise<Response>

const TIMEOUT_SECONDS = 10
const CLOCK_TOLERANCE_SECONDS = 10
/** Asymmetric algorithms only: with HS256 a public key would be accepted as a shared secret. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
  'Ed25519',
]

export function createIdentityProvider(
  { issuer, clientId, clientSecret }: OpenId,
  { fetch, now, log }: Dependencies,
): IdentityProvider {
  const send = withConnectionErrors(fetch)
  let discovery: Promise<DiscoveredProvider> | undefined

  /** Returns the provider's metadata. Caches a success; a failure is retried. */
  function discover() {
    discovery ??= loadMetadata().catch((error: unknown) => {
      discovery = undefined
      throw unavailable(error)
    })
    return discovery
  }

  async function loadMetadata(): Promise<DiscoveredProvider> {
    const client = await openid.discovery(
      new URL(issuer),
      clientId,
      {},
      clientSecret ? openid.ClientSecretPost(clientSecret) : openid.None(),
      {
        execute: issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [],
        timeout: TIMEOUT_SECONDS,
        [openid.customFetch]: (url, init) => send(url, init as RequestInit),
      },
    )
    const metadata = client.serverMetadata()
    if (!metadata.jwks_uri) throw new Error('The issuer publishes no keys')
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
      timeoutDuration: TIMEOUT_SECONDS * 1000,
      [customFetch]: send,
    })
    return { client, keys, issuer: metadata.issuer }
  }

  async function authorizationUrl(redirectUri: string, request: AuthorizationRequest) {
    const { client } = await discover()
    return openid.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: request.state,
      nonce: request.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(request.codeVerifier),
      code_challenge_method: 'S256',
    }).href
  }

  async function exchangeCode(callbackUrl: URL, request: AuthorizationRequest) {
    const { client } = await discover()
    try {
      const tokens = await openid.authorizationCodeGrant(client, callbackUrl, {
        expectedState: request.state,
        expectedNonce: request.nonce,
        pkceCodeVerifier: request.codeVerifier,
        idTokenExpected: true,
      })
      return tokens.id_token ?? ''
    } catch (error) {
      throw isConnectionError(error) ? unavailable(error) : refused(error)
    }
  }

  async function verifyIdToken(idToken: string, nonce: string) {
    const provider = await discover()
    const claims = await verifySignature(idToken, provider)
    if (claims.nonce !== nonce) throw refused('nonce does not match')
    if (claims.azp !== undefined && claims.azp !== clientId) throw refused('azp does not match')
    return identityFromClaims(claims, provider.issuer)
  }

  async function verifySignature(idToken: string, provider: DiscoveredProvider) {
    try {
      const { payload } = await jwtVerify(idToken, provider.keys, {
        algorithms: ALGORITHMS,
        issuer: provider.issuer,
        audience: clientId,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now()),
      })
      return payload
    } catch (error) {
      throw isInvalidToken(error) ? refused(error) : unavailable(error)
    }
  }

  function unavailable(error: unknown) {
    log.warn({ reason: messageOf(error) }, 'identity provider unavailable')
    return new GoogleSignInError('unavailable')
  }

  function refused(reason: unknown) {
    log.warn({ reason: messageOf(reason) }, 'google sign-in refused')
    return new GoogleSignInError('refused')
  }

  return { authorizationUrl, exchangeCode, verifyIdToken }
}

interface DiscoveredProvider {
  client: openid.Configuration
  /** As the provider spells it. */
  issuer: string
  keys: JWTVerifyGetKey
}

/** Messages only: some error objects contain the claims or the code. */
const messageOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, error.cause && messageOf(error.cause)].filter(Boolean).join(': ')
    : String(error)

/** The libraries wrap this error; `isConnectionError` finds it in the chain of causes. */
class ConnectionError extends Error {}

/** Reads the whole body, so that an incomplete response counts as no response. Throws ConnectionError, including for status 5xx. */
const withConnectionErrors = (fetch: Fetch) => async (url: string, init: RequestInit) => {
  try {
    const response = await fetch(url, init)
    const body = await response.arrayBuffer()
    if (response.status < 500) return new Response(body, response)
  } catch (cause) {
    throw new ConnectionError('no response', { cause })
  }
  throw new ConnectionError('server error')
}

const isConnectionError = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof Error && isConnectionError(error.cause))

/** Errors of jose that concern the key set, not the token. */
const KEY_SET_ERRORS = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])
const isInvalidToken = (error: unknown) =>
  error instanceof errors.JOSEError && !KEY_SET_ERRORS.has(error.code) && !isConnectionError(error)
