import { Argument, type Command } from 'commander'

/** The names of the commands below a command, and its options. */
const wordsOf = (command: Command) => [
  ...command.commands.map((one) => one.name()),
  ...command.options.flatMap(({ long }) => long ?? []),
]

/** Adds `completion`, which prints a script for a shell. */
export function addCompletionCommand(program: Command, write: (text: string) => void) {
  program
    .command('completion')
    .description('print a completion script: source <(marquee office completion bash)')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
    .action((shell: string) => write(completionScript(program, shell === 'zsh')))
}

function completionScript(program: Command, isZsh: boolean) {
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
