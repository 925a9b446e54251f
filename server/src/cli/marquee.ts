// Runs the command of the operator that the arguments name. bin/marquee loads this file.

import { USAGE } from '../startup/exit-codes.ts'
import type { Command } from './command.ts'

const HELP = `Usage: marquee COMMAND

  start                            starts the server
  office …                         the office: shows, sales, bookings, doors, devices (office --help)
  backup FILE                      copies the embedded database while the server runs
  restore FILE                     restores a copy into an empty DATA_DIR
  check-data                       finds rows that contradict each other
  verify-pass TOKEN --keys FILE    checks the QR code of a ticket without a network
  copy-to-postgres --to URL        copies the embedded database into PostgreSQL
  catalogue check FILE             finds the problems of a catalogue file
  catalogue plan FILE              says what a catalogue file would change
  catalogue apply FILE             changes the programme of the running server
  catalogue export                 prints the programme as a catalogue file

The settings are environment variables (README.md, "Configuration").
`

/** Loads one command only: `office --help` needs no database driver. */
const COMMANDS: Record<string, () => Promise<{ main: Command }>> = {
  backup: () => import('./backup.ts'),
  catalogue: () => import('./catalogue.ts'),
  'check-data': () => import('./check-data.ts'),
  'copy-to-postgres': () => import('./copy-to-postgres.ts'),
  office: () => import('./office.ts'),
  restore: () => import('./restore.ts'),
  'verify-pass': () => import('./verify-pass.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (name === 'start' && args.length === 0) {
  await import('../main.ts')
} else if (name === 'help' || name === '--help') {
  process.stdout.write(HELP)
} else if (load) {
  // Backup files are readable by their owner only, like the database.
  process.umask(0o077)
  // `marquee office show list | head -1` closes the pipe before everything is written.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  const { main } = await load()
  process.exitCode = await main(args, process.env, {
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  })
} else {
  process.stderr.write(HELP)
  process.exitCode = USAGE
}
