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

test.each([
  'postgres://db-1,db-2/marquee',
  'postgres://marquee:secret@db-1:5432,db-2:5432/marquee?target_session_attrs=read-write',
  'postgres://db-1/marquee?target_session_attrs=read-write',
  'postgres:///marquee?host=db-1,db-2',
])('readConfig refuses %s, because the driver connects to one server', (url) => {
  expect(problemsOf({ DATABASE_URL: url, SESSION_SECRET: 's'.repeat(32) })).toEqual([
    'DATABASE_URL: must name one server: lists of hosts and target_session_attrs are not supported (docs/high-availability.md)',
  ])
})

test.each([
  'postgres://marquee:a,b@db-1:5432/marquee?sslmode=require',
  'postgresql:///marquee?host=/run/postgresql',
])('readConfig accepts %s', (url) => {
  expect(problemsOf({ DATABASE_URL: url, SESSION_SECRET: 's'.repeat(32) })).toEqual([])
})

test('the office listens on the port after that of the site, unless OFFICE_PORT says otherwise', () => {
  const officeOf = (given: Record<string, string>) => readConfig(given).office

  expect(officeOf({})).toMatchObject({
    port: 3001,
    host: '127.0.0.1',
    url: 'http://localhost:3001',
    isDefaultPort: true,
  })
  expect(officeOf({ PORT: '8080' })).toMatchObject({ port: 8081 })
  expect(officeOf({ OFFICE_PORT: '0' })).toMatchObject({ port: 0, isDefaultPort: false })
  expect(
    officeOf({ OFFICE_URL: 'https://office.example', PUBLIC_URL: 'http://tickets.example' }),
  ).toMatchObject({ secure: true, origins: ['https://office.example'] })
  for (const closed of [{ OFFICE_PORT: 'off' }, { PORT: '0' }, { PORT: '65535' }])
    expect(officeOf(closed as Record<string, string>)).toBeNull()
})

test('cookie names have the port off https, and COOKIE_SUFFIX where it is set [S-590]', () => {
  const suffixes = (given: Record<string, string>) => {
    const { cookieSuffix, office } = readConfig(given)
    return [cookieSuffix, office?.cookieSuffix]
  }
  const secure = { PUBLIC_URL: 'https://cinema.example:8443', OFFICE_URL: 'https://office.example' }

  expect(suffixes({ PORT: '8080' })).toEqual(['8080', '8081'])
  expect(suffixes({ PUBLIC_URL: 'http://cinema.example' })).toEqual(['', '3001'])
  expect(suffixes(secure)).toEqual(['', ''])
  expect(suffixes({ ...secure, COOKIE_SUFFIX: 'test' })).toEqual(['test', 'test'])
  expect(problemsOf({ COOKIE_SUFFIX: 'a;b' })).toEqual([
    'COOKIE_SUFFIX: must be 1 to 20 letters and digits',
  ])
})

test.each(['3000', '70000', 'on'])('readConfig refuses OFFICE_PORT=%s', (port) => {
  expect(problemsOf({ OFFICE_PORT: port })).toHaveLength(1)
})

test.each(['0', '721', 'never'])(
  'readConfig refuses OFFICE_LOCK_MINUTES=%s [S-1035]',
  (minutes) => {
    expect(problemsOf({ OFFICE_LOCK_MINUTES: minutes })).toHaveLength(1)
  },
)

test.each(['17:00', '5', '05:60', 'never'])('BUSINESS_DAY_ENDS=%s is refused [S-626]', (time) => {
  expect(problemsOf({ BUSINESS_DAY_ENDS: time })).toEqual([
    'BUSINESS_DAY_ENDS: must be a time before noon such as 5:00',
  ])
})
