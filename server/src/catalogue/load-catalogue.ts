import { readFileSync } from 'node:fs'
import { ConfigError } from '../config.ts'
import type { Context } from '../context.ts'
import { applyCatalogue, seedCatalogue } from './apply.service.ts'
import type { Catalogue } from './catalogue.schema.ts'
import sample from './sample-catalogue.json' with { type: 'json' }
import { validateCatalogue } from './validate-catalogue.ts'

/**
 * Applies the operator's catalogue file. Without one, fills an empty database with the sample catalogue.
 * Throws `ConfigError` with all problems of the file before anything is written.
 */
export async function loadCatalogue(ctx: Context) {
  const { catalogue: file } = ctx.config
  if (file === undefined) await seedCatalogue(ctx, parseCatalogue(ctx, sample))
  else await applyCatalogue(ctx, parseCatalogue(ctx, parseFile(file)))
}

function parseCatalogue({ config, now }: Context, raw: unknown): Catalogue {
  const result = validateCatalogue(raw, { now: now(), timeZone: config.timeZone })
  if ('catalogue' in result) return result.catalogue
  throw catalogueError(result.problems)
}

function parseFile(file: string): unknown {
  try {
    // Some editors write a byte order mark, which JSON does not allow.
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw catalogueError([`${file}: ${error instanceof Error ? error.message : error}`])
  }
}

const catalogueError = (problems: string[]) =>
  new ConfigError(problems.map((problem) => `CATALOGUE: ${problem}`))
