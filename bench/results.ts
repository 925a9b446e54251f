import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'

const RESULTS = join(import.meta.dirname, 'results.md')
/** Written by hand: what is known of the goals that are missed. */
const MISSED = join(import.meta.dirname, 'missed.md')

const HEAD = `# What was measured

\`npm run bench\` writes this file, part by part, and nobody else does. The load comes from the same machine: absolute figures are
small for that reason, the ratios are what counts. Both sides of each are from the same run.
`

/** Puts what a part has found in the place of what it found the last time. Parts stand in the order of \`names\`. */
export function keep(names: string[], found: Map<string, string>) {
  const known = existsSync(RESULTS) ? sectionsOf(readFileSync(RESULTS, 'utf8')) : new Map()
  const sections = names.flatMap((name) => {
    const body = found.has(name) ? `${circumstances(name)}\n\n${found.get(name)}` : known.get(name)
    return body === undefined ? [] : `## ${name}\n\n${body}\n`
  })
  writeFileSync(RESULTS, [HEAD, ...sections, readFileSync(MISSED, 'utf8')].join('\n'))
}

function sectionsOf(text: string) {
  const [, ...sections] = text.split(/^## /m)
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n')
      return [section.slice(0, end), section.slice(end).trim()]
    }),
  )
}

function circumstances(name: string) {
  const memory = Math.round(totalmem() / 2 ** 30)
  const processor = cpus()[0]?.model ?? 'unknown'
  const machine = `${availableParallelism()} cores (${processor}), ${memory} GiB, ${platform()}, Node ${process.version}`
  return `\`npm run bench ${name}\`, ${new Date().toISOString().slice(0, 10)}, ${machine}.`
}
