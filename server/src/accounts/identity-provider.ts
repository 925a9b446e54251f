import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import type { OpenId } from '../config.ts'
import type { Log } from '../platform/log.ts'
import { GoogleRefusal } from './google-refusal.ts'
import { type VerifiedIdentity, vouchedBy } from './verified-identity.ts'

/** What has to come back as it was sent, or whoever comes back is not who went. */
export interface Proofs {
  state: string
  nonce: string
  /** Of PKCE: who brings it is who asked for the code. */
  verifier: string
}

/** Whoever vouches for people that continue with Google. Each call throws UNAVAILABLE while it cannot be reached. */
export interface IdentityProvider {
  /** Where to send somebody who wants to be vouched for. */
  door: (redirectUri: string, proofs: Proofs) => Promise<string>
  /** The ID token for somebody who came back to `url`. Throws UNAUTHENTICATED for what does not fit. */
  credential: (url: URL, proofs: Proofs) => Promise<string>
  /** Whom an ID token vouches for. Throws UNAUTHENTICATED for a forged, foreign, stale or unverified one. */
  vouchedFor: (credential: string, nonce: string) => Promise<VerifiedIdentity>
}

interface World {
  /** How to reach the provider. */
  fetch: Fetch
  /** Epoch milliseconds. */
  now: () => number
  log: Log
}
type Fetch = (url: string, init: RequestInit) => Promise<Response>

const TIMEOUT_SECONDS = 5
/** Between two clocks that are both right. */
const TOLERANCE_SECONDS = 10
/** What a key set can verify: a shared secret is none, and least of all a public key taken for one. */
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
  { fetch, now, log }: World,
): IdentityProvider {
  const send = reaching(fetch)
  let known: Promise<Known> | undefined

  /** What the issuer says of itself, asked once; a failure is asked again. */
  function discovered() {
    known ??= discover().catch((error: unknown) => {
      known = undefined
      throw away(error)
    })
    return known
  }

  async function discover(): Promise<Known> {
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
    const { issuer: name, jwks_uri } = client.serverMetadata()
    if (!jwks_uri) throw new Error('The issuer publishes no keys')
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: TIMEOUT_SECONDS * 1000,
      [customFetch]: send,
    })
    return { client, keys, name }
  }

  async function door(redirectUri: string, { state, nonce, verifier }: Proofs) {
    const { client } = await discovered()
    return openid.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href
  }

  async function credential(url: URL, { state, nonce, verifier }: Proofs) {
    const { client } = await discovered()
    try {
      const tokens = await openid.authorizationCodeGrant(client, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      return tokens.id_token ?? ''
    } catch (error) {
      throw isAway(error) ? away(error) : refused(error)
    }
  }

  async function vouchedFor(token: string, nonce: string) {
    const { name, keys } = await discovered()
    const claims = await verified(token, { name, keys })
    if (claims.nonce !== nonce) throw refused('another nonce')
    if (claims.azp !== undefined && claims.azp !== clientId) throw refused('another client')
    return vouchedBy(claims, name)
  }

  async function verified(token: string, { name, keys }: Pick<Known, 'name' | 'keys'>) {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ALGORITHMS,
        issuer: name,
        audience: clientId,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: new Date(now()),
      })
      return payload
    } catch (error) {
      throw isAway(error) || !isForged(error) ? away(error) : refused(error)
    }
  }

  function away(error: unknown) {
    log.warn({ reason: inWords(error) }, 'the identity provider cannot be reached')
    return new GoogleRefusal('away')
  }

  function refused(reason: unknown) {
    log.warn({ reason: inWords(reason) }, 'the identity provider vouched for nobody')
    return new GoogleRefusal('refused')
  }

  return { door, credential, vouchedFor }
}

interface Known {
  client: openid.Configuration
  /** The issuer as it writes itself. */
  name: string
  keys: JWTVerifyGetKey
}

/** Never the error itself: some carry the claims, or the code, that they are about. */
const inWords = (error: unknown): string =>
  error instanceof Error
    ? [error.message, error.cause && inWords(error.cause)].filter(Boolean).join(': ')
    : String(error)

/** Marks what is the line's or the provider's own trouble, whoever wraps it on its way up. */
class Unreached extends Error {}

/** The whole answer or none: a body that stops halfway is as good as no answer. */
const reaching = (fetch: Fetch) => async (url: string, init: RequestInit) => {
  try {
    const response = await fetch(url, init)
    const body = await response.arrayBuffer()
    if (response.status < 500) return new Response(body, response)
  } catch (cause) {
    throw new Unreached('no answer', { cause })
  }
  throw new Unreached('an answer of trouble')
}

const isAway = (error: unknown): boolean =>
  error instanceof Unreached || (error instanceof Error && isAway(error.cause))

/** What the token is to blame for. The rest is the key set's: not there, or none that can be read. */
const NOT_ITS_FAULT = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])
const isForged = (error: unknown) =>
  error instanceof errors.JOSEError && !NOT_ITS_FAULT.has(error.code)
