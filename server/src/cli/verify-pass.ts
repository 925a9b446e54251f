import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { PassKeys } from '@marquee/contract/tickets/tickets'
import { verifyPass } from '@marquee/contract/tickets/verify-pass'
import { DATA_UNUSABLE, FAILURE, USAGE } from '../startup/exit-codes.ts'
import type { Command } from './command.ts'

const usage = 'marquee verify-pass TOKEN --keys FILE [--showtime ID]'

/**
 * Verifies a pass without a network and without a database. Prints one line of JSON. The exit code is 0 for a genuine pass, and 1
 * otherwise, also for a pass of another showtime. FILE contains the response of GET /api/tickets/keys.
 */
export const main: Command = async (args, _, { stdout, stderr }) => {
  const fail = (exitCode: number, message: string) => {
    stderr(`${message}\n`)
    return exitCode
  }
  const answer = <Result extends { genuine: boolean }>(result: Result) => {
    stdout(`${JSON.stringify(result)}\n`)
    return result.genuine ? 0 : FAILURE
  }
  const { token, keysFile, showtimeId } = readArguments(args)
  if (token === undefined || keysFile === undefined) return fail(USAGE, usage)
  const keys = await readKeys(keysFile)
  if (typeof keys === 'string') return fail(DATA_UNUSABLE, `${keysFile}: ${keys}`)
  const check = await verifyPass(token, keys)
  if (!check.genuine) return answer(check)
  const { keyId, pass } = check
  const isOtherShowtime = showtimeId !== undefined && pass.showtimeId !== showtimeId.toLowerCase()
  const verdict = isOtherShowtime ? { genuine: false, reason: 'OTHER_SHOWTIME' } : { genuine: true }
  return answer({ ...verdict, keyId, ...pass })
}

function readArguments(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { keys: { type: 'string' }, showtime: { type: 'string' } },
    })
    const [token, ...more] = positionals
    if (more.length > 0) return {}
    return { token, keysFile: values.keys, showtimeId: values.showtime }
  } catch {
    return {}
  }
}

/** Returns the keys, or what is wrong with the file. */
async function readKeys(path: string) {
  try {
    const parsed = PassKeys.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return parsed.success ? parsed.data.keys : 'is not a list of ticket keys'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
