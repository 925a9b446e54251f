import { expect, test } from 'vitest'
import { listSettings } from './list-settings.ts'

const SECRET = 'canary '.repeat(8)
const find = (environment: Record<string, string>, name: string) =>
  listSettings(environment).find((setting) => setting.name === name)

test('listSettings says what is in force, and whether it was configured [S-1075]', () => {
  expect(find({ PORT: '8080' }, 'PORT')).toMatchObject({ value: '8080', source: 'environment' })
  expect(find({}, 'PORT')).toMatchObject({ value: '3000', source: 'default', unset: null })
  expect(find({}, 'REDIS_URL')).toMatchObject({
    value: null,
    source: 'default',
    unset: 'no Redis',
    isSecret: false,
  })
  expect(find({}, 'OFFICE_PORT')?.meaning).toMatch(/^the port of the office, the cinema's own/)
})

test.each([
  ['SESSION_SECRET', SECRET],
  ['SESSION_SECRET_PREVIOUS', SECRET],
  ['OIDC_CLIENT_SECRET', SECRET],
  ['METRICS_TOKEN', SECRET],
])('listSettings says that %s is set, and hides it [S-1075]', (name, value) => {
  expect(find({ [name]: value }, name)).toMatchObject({
    value: null,
    source: 'environment',
    unset: null,
    isSecret: true,
  })
})

test('listSettings hides every setting that is called a secret, token or password [S-1075]', () => {
  const names = listSettings({}).map(({ name }) => name)
  const suspicious = names.filter((name) => /SECRET|TOKEN|PASSWORD|KEY/.test(name))
  const secrets = listSettings({}).filter(({ isSecret }) => isSecret)
  expect(secrets.map(({ name }) => name)).toEqual(suspicious)
})

test.each([
  ['postgres://marquee:canary@db/marquee', 'postgres://marquee:•••@db/marquee'],
  ['postgres://db/marquee?password=canary', 'postgres://db/marquee?•••'],
  ['smtps://desk%40example.com:canary@mail:465', 'smtps://desk%40example.com:•••@mail:465'],
  ['postgres://marquee@db/marquee', 'postgres://marquee@db/marquee'],
])('listSettings shows %s as %s [S-1075]', (value, shown) => {
  expect(find({ DATABASE_URL: value }, 'DATABASE_URL')?.value).toBe(shown)
})
