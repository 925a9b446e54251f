import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { runCommand } from '#test/support/commands.ts'
import { setupDataDir } from '#test/support/server-processes.ts'
import { createPassKeys, deriveSeed } from '../tickets/pass-keys.ts'

const PASS = {
  reference: 'MQ-7KX2M9QRT4',
  showtimeId: '0b1e6c3a-9f54-4c7e-8a51-2f6d9c0e7b13',
  number: 0,
  issue: 1,
}
const keys = createPassKeys([deriveSeed('the secret of this cinema')])
const token = keys.signPass(PASS)
const dataDir = setupDataDir()
const file = (name: string) => join(dataDir(), name)

beforeEach(() => writeFileSync(file('keys.json'), JSON.stringify({ keys: keys.publicKeys })))

async function verify(...args: string[]) {
  const { code, output } = await runCommand('verify-pass', args, {})
  return { code, answer: output.startsWith('{') ? JSON.parse(output) : output }
}

test('verify-pass prints a genuine pass as one line of JSON and ends with 0', async () => {
  const { code, answer } = await verify(token, '--keys', file('keys.json'))

  expect([code, answer]).toEqual([0, { genuine: true, keyId: keys.publicKeys[0]?.keyId, ...PASS }])
  expect(
    await verify('--showtime', PASS.showtimeId, '--keys', file('keys.json'), token),
  ).toMatchObject({ code: 0 })
})

test.each([
  ['a changed pass', () => [`${token.slice(0, -4)}AAAA`], 'FORGED'],
  ['another text', () => ['hello'], 'MALFORMED'],
  [
    'a pass of another cinema',
    () => [createPassKeys([deriveSeed('another secret')]).signPass(PASS)],
    'UNKNOWN_KEY',
  ],
  [
    'a pass of another showtime',
    () => [token, '--showtime', crypto.randomUUID()],
    'OTHER_SHOWTIME',
  ],
])('verify-pass ends with 1 for %s', async (_, args, reason) => {
  const { code, answer } = await verify(...args(), '--keys', file('keys.json'))

  expect([code, answer]).toMatchObject([1, { genuine: false, reason }])
})

test.each([
  ['no argument', () => [], 64, 'marquee verify-pass'],
  ['no keys', () => [token], 64, 'marquee verify-pass'],
  ['two passes', () => [token, token, '--keys', file('keys.json')], 64, 'marquee verify-pass'],
  ['an unknown option', () => [token, '--key', file('keys.json')], 64, 'marquee verify-pass'],
  ['a missing file of keys', () => [token, '--keys', file('none.json')], 74, 'ENOENT'],
])('verify-pass with %s is refused', async (_, args, exitCode, reason) => {
  const { code, answer } = await verify(...args())

  expect([code, answer]).toEqual([exitCode, expect.stringContaining(reason)])
})

test('verify-pass refuses a file without keys with 74', async () => {
  writeFileSync(file('other.json'), '{"keys":[]}')

  expect(await verify(token, '--keys', file('other.json'))).toEqual({
    code: 74,
    answer: expect.stringContaining('is not a list of ticket keys'),
  })
})
