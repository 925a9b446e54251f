const LIMIT_MS = 60 * 60_000

/**
 * A reporter for vitest and for Playwright: names the files that are running an hour after the start of the runner, and ends it. Without it
 * a test that hangs would end the whole run without a word.
 */
export default class WatchReporter {
  running = new Set()
  #timer

  onInit = () => this.#start()
  onBegin = () => this.#start()
  onTestModuleStart = ({ moduleId }) => void this.running.add(moduleId)
  onTestModuleEnd = ({ moduleId }) => void this.running.delete(moduleId)
  onTestBegin = ({ location, title }) => void this.running.add(`${location.file}: ${title}`)
  onTestEnd = ({ location, title }) => void this.running.delete(`${location.file}: ${title}`)
  onTestRunEnd = () => clearTimeout(this.#timer)
  onEnd = () => clearTimeout(this.#timer)
  printsToStdio = () => false

  #start() {
    this.#timer = setTimeout(() => {
      console.error(`\nStill running after an hour:\n${[...this.running].join('\n')}`)
      process.exit(1)
    }, LIMIT_MS).unref()
  }
}
