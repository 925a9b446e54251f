import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { finishGoogle } from '@marquee/contract/google'
import { exportJWK, generateKeyPair } from 'jose'
import { type Configuration, interactionPolicy, type JWKS, Provider } from 'oidc-provider'
import type { Config, OpenId } from '../config.ts'
import { readOrCreatePrivateFile } from '../database/private-file.ts'
import { createShelves } from './oidc-memory-adapter.ts'
import type { Pages } from './pages.ts'
import { claimsOf, PEOPLE_PATH } from './sample-accounts.ts'

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

/** A real OpenID provider whose people are samples. Its keys are made once and kept in the data directory. */
export async function createProvider(config: Config, { issuer, clientId }: OpenId, pages: Pages) {
  const jwks = await keptKeys(config.dataDir)
  const provider = new Provider(issuer, {
    ...SETTINGS,
    jwks,
    adapter: createShelves(),
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: config.origins.map((origin) => new URL(finishGoogle.path, origin).href),
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = pages.trouble(out.error_description ?? out.error)
    },
  })
  // Names and scheme are those people use, which whoever hands a request over makes sure of.
  provider.proxy = true
  return provider
}

const SETTINGS: Configuration = {
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  scopes: ['openid', 'email', 'profile'],
  // As Google does it: what the scopes ask for is in the ID token.
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  ttl: TTL,
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
  clientBasedCORS: () => false,
  interactions: {
    url: (_, { uid }) => `${PEOPLE_PATH}/${uid}`,
    policy: alwaysAsking(),
  },
  findAccount: (_, sub) => {
    const claims = claimsOf(sub)
    return claims && { accountId: sub, claims: () => claims }
  },
  /** Sample people have nothing to consent to. */
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

/** Each visit chooses anew: one browser tries several people. */
function alwaysAsking() {
  const { Check, base } = interactionPolicy
  const policy = base()
  policy
    .get('login')
    ?.checks.add(
      new Check('choose', 'a person has to be chosen', ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  return policy
}

async function keptKeys(dataDir: string): Promise<JWKS> {
  const text = await readOrCreatePrivateFile(join(dataDir, 'openid-keys.json'), async () => {
    const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
    const key = { ...(await exportJWK(privateKey)), alg: ALGORITHM, use: 'sig' }
    return JSON.stringify({ keys: [key] })
  })
  return JSON.parse(text)
}
