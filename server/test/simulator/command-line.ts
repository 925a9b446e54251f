import { parseArgs } from 'node:util'
import { defaultOptions, type Faults, faultNames, type RunOptions } from './options.ts'
import { verbNames } from './run.ts'

interface SimulateOptions {
  /** Of the first run; the next ones have the next seeds. Undefined: a random one. */
  seed: number | undefined
  minutes: number
  /** The options of a run with a seed. */
  optionsOf: (seed: number) => RunOptions
}

/** Parses the command line. Throws on unknown options and on numbers that are none. */
export function readSimulateOptions(args: string[]): SimulateOptions {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string' },
      minutes: { type: 'string', default: '1' },
      steps: { type: 'string' },
      nodes: { type: 'string' },
      visitors: { type: 'string' },
      shows: { type: 'string' },
      without: { type: 'string', default: '' },
    },
  })
  const without = values.without.split(',').filter(Boolean)
  const known: string[] = [...faultNames, ...verbNames()]
  const unknown = without.find((name) => !known.includes(name))
  if (unknown) throw new Error(`Unknown fault or verb ${unknown}. Known: ${known.join(', ')}`)
  const optionsOf = (seed: number): RunOptions => {
    const options = defaultOptions(seed)
    return {
      ...options,
      steps: toNumber(values.steps, options.steps),
      nodes: toNumber(values.nodes, options.nodes),
      visitors: toNumber(values.visitors, options.visitors),
      shows: toNumber(values.shows, options.shows),
      faults: withoutFaults(options.faults, without),
      without: without.filter((name) => !isFault(name)),
    }
  }
  const seed = toNumber(values.seed, undefined)
  return { seed, minutes: toNumber(values.minutes, 0), optionsOf }
}

function toNumber<Fallback>(text: string | undefined, fallback: Fallback): number | Fallback {
  if (text === undefined) return fallback
  const number = Number(text)
  if (!Number.isFinite(number)) throw new Error(`${text} is not a number`)
  return number
}

const isFault = (name: string) => faultNames.some((one) => one === name)

const withoutFaults = (faults: Faults, without: readonly string[]) =>
  Object.fromEntries(
    faultNames.map((name) => [name, without.includes(name) ? 0 : faults[name]]),
  ) as unknown as Faults

/** The command that repeats a run. */
export function commandOf({ seed, steps, nodes, visitors, shows, faults, without }: RunOptions) {
  const off = [...faultNames.filter((name) => faults[name] === 0), ...without]
  const rest = off.length > 0 ? ` --without ${off.join()}` : ''
  return `npm run simulate -- --seed ${seed} --steps ${steps} --nodes ${nodes} --visitors ${visitors} --shows ${shows} --minutes 0${rest}`
}
