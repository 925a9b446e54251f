import { main as backup } from '../../src/cli/backup.ts'
import { main as catalogue } from '../../src/cli/catalogue.ts'
import { main as checkData } from '../../src/cli/check-data.ts'
import type { Command } from '../../src/cli/command.ts'
import { main as copyToPostgres } from '../../src/cli/copy-to-postgres.ts'
import { main as office } from '../../src/cli/office.ts'
import { main as restore } from '../../src/cli/restore.ts'
import { main as verifyPass } from '../../src/cli/verify-pass.ts'

const COMMANDS = {
  backup,
  catalogue,
  office,
  restore,
  'check-data': checkData,
  'copy-to-postgres': copyToPostgres,
  'verify-pass': verifyPass,
} satisfies Record<string, Command>

/** Runs one of the operator's commands in this process. Resolves with its exit code and what it has printed. */
export async function runCommand(
  command: keyof typeof COMMANDS,
  args: string[],
  environment: Record<string, string>,
) {
  let output = ''
  const print = (text: string) => {
    output += text
  }
  const code = await COMMANDS[command](args, environment, { stdout: print, stderr: print })
  return { code, output }
}
