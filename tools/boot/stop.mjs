/** Ends the command with something the person at the keyboard can act on. */
export function stop(advice, code = 1) {
  console.error(`\n${advice}`)
  process.exit(code)
}
