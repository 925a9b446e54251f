import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../boot/project.mjs'

/**
 * Returns the shell blocks of a document in their order, each with the headings above it, the word in bold that begins the text before it,
 * and what it needs besides the server: `postgres`, `redis` or nothing.
 */
export function readShellBlocks(document) {
  const lines = readFileSync(join(ROOT, 'docs', document), 'utf8').split('\n')
  const blocks = []
  let place = {}
  let block
  for (const line of lines) {
    const [, level, heading] = /^(##+) (.+)$/.exec(line) ?? []
    const [, step] = /^\*\*([^*]+?)\.?\*\*/.exec(line) ?? []
    const [, needs] = /^```sh ?(\w*)$/.exec(line) ?? []
    if (block && line === '```') block = undefined
    else if (block) block.script += `${line}\n`
    else if (level === '##') place = { section: heading }
    else if (heading) place = { section: place.section, entry: heading }
    else if (step) place = { ...place, step }
    if (needs !== undefined) {
      block = { ...place, needs, script: '' }
      blocks.push(block)
    }
  }
  return blocks
}
