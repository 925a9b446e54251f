import { Argument, CommanderError, Command as Program } from 'commander'
import { readConfig } from '../config/config.ts'
import { USAGE } from '../startup/exit-codes.ts'
import { exitCodeFor, startupErrorMessage } from '../startup/startup-error.ts'
import type { Command, Streams } from './command.ts'
import { addBookingCommands } from './office/booking-commands.ts'
import { addCheckCommands } from './office/check-commands.ts'
import { addCounterCommands } from './office/counter/counter-commands.ts'
import { addPersonCommands } from './office/counter/person-commands.ts'
import { addDeviceCommands } from './office/device-commands.ts'
import { addEnquiryCommands } from './office/enquiry-commands.ts'
import { CommandError, createOfficeClient } from './office/office-client.ts'
import { createInstantFormat, createOutput } from './office/output.ts'
import { addProgrammeCommands } from './office/programme-commands.ts'
import { addReportCommands } from './office/report-commands.ts'
import { addSettingsCommands } from './office/settings-commands.ts'
import { addPlaceCommands } from './office/shows/place-commands.ts'
import { addSeatCommands } from './office/shows/seat-commands.ts'
import { addShowCommands } from './office/shows/show-commands.ts'

/** The office as commands: a client of the calls that the office's pages make, at the server on this machine. */
export const main: Command = async (args, environment, { stdout, stderr }) => {
  let exitCode = 0
  const program = new Program('marquee office')
    .description('Run tonight: shows, sales, bookings, doors and devices of the cinema.')
    .option('--json', 'print the response as one line of JSON')
    .showHelpAfterError('(add --help for help)')
    .exitOverride()
    .configureOutput({ writeOut: stdout, writeErr: stderr })
    .addHelpText(
      'after',
      `
Examples:
  marquee office device add "Front door" --scope door
  marquee office show list --date 2026-12-01
  marquee office sell SHOW H7 H8 --payment cash
  marquee office block SHOW A1 --reason "broken arm rest"
  marquee office booking find 9876543210`,
    )
  const isJson = () => program.opts().json === true
  try {
    const config = readConfig(environment)
    const context = {
      config,
      call: createOfficeClient(config),
      formatInstant: createInstantFormat(config),
      ...createOutput(isJson, stdout),
      setExitCode: (code: number) => {
        exitCode = code
      },
    }
    for (const addCommands of COMMANDS) addCommands(program, context)
    addCompletionCommand(program, stdout)
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    return report(error, isJson(), stderr)
  }
}

const COMMANDS = [
  ...[addDeviceCommands, addShowCommands, addPlaceCommands, addBookingCommands, addCheckCommands],
  ...[addSeatCommands, addReportCommands, addProgrammeCommands],
  ...[addEnquiryCommands, addSettingsCommands],
  ...[addPersonCommands, addCounterCommands],
]

/** Prints an error and returns the exit code. Commander has printed its own errors. */
function report(error: unknown, isJson: boolean, stderr: Streams['stderr']) {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
  const print = (text: string) => stderr(`${text}\n`)
  if (error instanceof CommandError) {
    print(isJson ? JSON.stringify(error.response ?? { message: error.message }) : error.message)
    return error.exitCode
  }
  print(startupErrorMessage(error) ?? String(error))
  return exitCodeFor(error)
}

/** The names of the commands below a command, and its options. */
const wordsOf = (command: Program) => [
  ...command.commands.map((one) => one.name()),
  ...command.options.flatMap(({ long }) => long ?? []),
]

/** Adds `completion`, which prints a script for a shell. */
function addCompletionCommand(program: Program, write: (text: string) => void) {
  program
    .command('completion')
    .description('print a completion script: source <(marquee office completion bash)')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
    .action((shell: string) => write(completionScript(program, shell === 'zsh')))
}

function completionScript(program: Program, isZsh: boolean) {
  const cases = program.commands.map(
    (command) => `    ${command.name()}) words="${wordsOf(command).join(' ')}" ;;`,
  )
  return [
    ...(isZsh ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    '_marquee_office() {',
    '  local words',
    // Without a subcommand: the name of the program and the word that is typed.
    '  if [ "$COMP_CWORD" -le 1 ]; then',
    `    words="${wordsOf(program).join(' ')}"`,
    '  else case "$' + '{COMP_WORDS[1]}" in',
    ...cases,
    '  esac; fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$' + '{COMP_WORDS[COMP_CWORD]}"))',
    '}',
    "alias office='marquee office'",
    'complete -F _marquee_office office',
    '',
  ].join('\n')
}
