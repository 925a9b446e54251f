import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { googleCallback } from '@marquee/contract/accounts/google'
import { exportJWK, generateKeyPair } from 'jose'
import {
  type Adapter,
  type AdapterPayload,
  type Configuration,
  interactionPolicy,
  type JWKS,
  Provider,
} from 'oidc-provider'
import type { Config, OpenId } from '../config/config.ts'
import { readOrCreatePrivateFile } from '../database/data-dir/private-file.ts'
import type { Pages } from './pages.ts'
import { ACCOUNTS_PATH, findClaims } from './sample-accounts.ts'

const ALGORITHM = 'RS256'
const MINUTE = 60
const TTL = {
  AccessToken: MINUTE,
  AuthorizationCode: MINUTE,
  IdToken: 5 * MINUTE,
  Interaction: 10 * MINUTE,
  Session: 10 * MINUTE,
  Grant: 10 * MINUTE,
}

/** An OpenID provider with sample accounts. Its keys are generated once and kept in the data directory. */
export async function createProvider(config: Config, { issuer, clientId }: OpenId, pages: Pages) {
  const jwks = await loadOrCreateKeys(config.dataDir)
  const provider = new Provider(issuer, {
    ...SETTINGS,
    jwks,
    adapter: createMemoryAdapter(),
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: config.origins.map((origin) => new URL(googleCallback.path, origin).href),
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = pages.error(out.error_description ?? out.error)
    },
  })
  // Trusts the forwarded headers, which our route sets.
  provider.proxy = true
  return provider
}

const SETTINGS: Configuration = {
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  scopes: ['openid', 'email', 'profile'],
  // Like Google: the ID token contains the claims of the requested scopes.
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  ttl: TTL,
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
  clientBasedCORS: () => false,
  interactions: {
    url: (_, { uid }) => `${ACCOUNTS_PATH}/${uid}`,
    policy: promptAlways(),
  },
  findAccount: (_, sub) => {
    const claims = findClaims(sub)
    return claims && { accountId: sub, claims: () => claims }
  },
  /** Skips the consent page. */
  loadExistingGrant: async ({ oidc }) => {
    const { client, session } = oidc
    if (!client || !session?.accountId) return undefined
    const { accountId } = session
    const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
}

/** Asks for an account at every sign-in, so that one browser can try several accounts. */
function promptAlways() {
  const { Check, base } = interactionPolicy
  const policy = base()
  policy
    .get('login')
    ?.checks.add(
      new Check('choose', 'an account must be chosen', ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  return policy
}

async function loadOrCreateKeys(dataDir: string): Promise<JWKS> {
  const text = await readOrCreatePrivateFile(join(dataDir, 'openid-keys.json'), async () => {
    const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
    const key = { ...(await exportJWK(privateKey)), alg: ALGORITHM, use: 'sig' }
    return JSON.stringify({ keys: [key] })
  })
  return JSON.parse(text)
}

interface Entry {
  payload: AdapterPayload
  /** Epoch milliseconds. */
  expiresAt: number
}

const MAX_ENTRIES = 1000

/** Stores the provider's interactions and tokens in memory. Accounts are not in it, so they survive a restart. */
function createMemoryAdapter() {
  const entries = new Map<string, Entry>()

  function find(key: string) {
    const entry = entries.get(key)
    return entry && entry.expiresAt > Date.now() ? entry.payload : undefined
  }

  function upsert(key: string, payload: AdapterPayload, seconds = 60) {
    entries.delete(key)
    entries.set(key, { payload, expiresAt: Date.now() + seconds * 1000 })
    const [oldest] = entries.keys()
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
  }

  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model} ${id}`
    const filter = (matches: (payload: AdapterPayload) => boolean) =>
      [...entries].filter(([key, { payload }]) => key.startsWith(`${model} `) && matches(payload))

    return {
      upsert: async (id, payload, seconds) => upsert(keyOf(id), payload, seconds),
      find: async (id) => find(keyOf(id)),
      findByUid: async (uid) => filter((payload) => payload.uid === uid)[0]?.[1].payload,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = find(keyOf(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void entries.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key] of filter((payload) => payload.grantId === grantId)) entries.delete(key)
      },
    }
  }
}
