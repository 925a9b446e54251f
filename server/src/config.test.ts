import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const openIdIn = (environment: Record<string, string>) => readConfig(environment).openId
const faultsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

const GOOGLE = { OIDC_ISSUER: 'https://accounts.google.com', OIDC_CLIENT_ID: 'us' }

test('in development this server plays the provider itself, under its own address', () => {
  expect(openIdIn({ PORT: '4000' })).toEqual({
    issuer: 'http://localhost:4000/dev/openid',
    clientId: 'marquee',
    clientSecret: undefined,
    isLocal: true,
  })
})

test.each([
  ['in production', { NODE_ENV: 'production' }],
  ['at an address others can reach', { PUBLIC_URL: 'https://marquee.example' }],
  ['on all of a machine’s addresses', { HOST: '0.0.0.0' }],
  ['at one on the house’s own network', { PUBLIC_URL: 'http://192.168.1.20:3000' }],
])('%s nobody vouches for people unless a provider is named', (_, environment) => {
  expect(openIdIn(environment)).toBeNull()
})

test.each(['development', 'production'])('in %s the provider that is named is the one', (mode) => {
  expect(openIdIn({ ...GOOGLE, OIDC_CLIENT_SECRET: 'ours', NODE_ENV: mode })).toEqual({
    issuer: 'https://accounts.google.com',
    clientId: 'us',
    clientSecret: 'ours',
    isLocal: false,
  })
})

test('a provider on this machine may be reached without https, any other may not', () => {
  expect(faultsOf({ ...GOOGLE, OIDC_ISSUER: 'http://localhost:8080/realms/marquee' })).toEqual([])
  expect(faultsOf({ ...GOOGLE, OIDC_ISSUER: 'http://issuer.example' })).toEqual([
    'OIDC_ISSUER: must be an https address, unless it is on this machine',
  ])
})

test('half a provider stops the start', () => {
  expect(faultsOf({ OIDC_ISSUER: GOOGLE.OIDC_ISSUER })).toEqual([
    'OIDC_CLIENT_ID: is required with OIDC_ISSUER',
  ])
  expect(faultsOf({ OIDC_CLIENT_SECRET: 'ours' })).toEqual([
    'OIDC_ISSUER: is required with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  ])
})
