import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const openIdIn = (environment: Record<string, string>) => readConfig(environment).openId
const problemsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

const GOOGLE = { OIDC_ISSUER: 'https://accounts.google.com', OIDC_CLIENT_ID: 'us' }

test('readConfig uses the local OpenID provider in development', () => {
  expect(openIdIn({ PORT: '4000' })).toEqual({
    issuer: 'http://localhost:4000/dev/openid',
    clientId: 'marquee',
    clientSecret: undefined,
    isLocal: true,
  })
})

test.each([
  ['in production', { NODE_ENV: 'production' }],
  ['at a public URL', { PUBLIC_URL: 'https://marquee.example' }],
  ['on all network interfaces', { HOST: '0.0.0.0' }],
  ['in the local network', { PUBLIC_URL: 'http://192.168.1.20:3000' }],
])('readConfig uses no OpenID provider %s unless one is configured', (_, environment) => {
  expect(openIdIn(environment)).toBeNull()
})

test.each(['development', 'production'])(
  'readConfig uses the configured OpenID provider in %s',
  (mode) => {
    expect(openIdIn({ ...GOOGLE, OIDC_CLIENT_SECRET: 'ours', NODE_ENV: mode })).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'us',
      clientSecret: 'ours',
      isLocal: false,
    })
  },
)

test('OIDC_ISSUER may use http on loopback only', () => {
  expect(problemsOf({ ...GOOGLE, OIDC_ISSUER: 'http://localhost:8080/realms/marquee' })).toEqual([])
  expect(problemsOf({ ...GOOGLE, OIDC_ISSUER: 'http://issuer.example' })).toEqual([
    'OIDC_ISSUER: must be an https address, unless it is on this machine',
  ])
})

test('readConfig refuses an incomplete OpenID provider', () => {
  expect(problemsOf({ OIDC_ISSUER: GOOGLE.OIDC_ISSUER })).toEqual([
    'OIDC_CLIENT_ID: is required with OIDC_ISSUER',
  ])
  expect(problemsOf({ OIDC_CLIENT_SECRET: 'ours' })).toEqual([
    'OIDC_ISSUER: is required with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  ])
})
