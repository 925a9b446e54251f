import { readFileSync } from 'node:fs'
import { ConfigError } from '#src/config/config.ts'
import type { Context } from '#src/context.ts'
import type { Catalogue } from '../file/catalogue.schema.ts'
import { parseCatalogueText } from '../file/catalogue-text.ts'
import sample from '../file/sample-catalogue.json' with { type: 'json' }
import { validateCatalogue } from '../file/validate-catalogue.ts'
import { applyCatalogue, seedCatalogue } from './apply.service.ts'

/**
 * Applies the operator's catalogue file. Without one, fills an empty database with the sample catalogue.
 * Throws `ConfigError` with all problems of the file before anything is written. A file that may have renamed something with sold tickets is not
 * applied: the log asks, and the site keeps the programme that it has.
 */
export async function loadCatalogue(ctx: Context) {
  const { catalogue: file } = ctx.config
  if (file === undefined) await seedCatalogue(ctx, parseCatalogue(sample))
  else await applyCatalogue(ctx, readCatalogueFile(file))
}

/** Throws `ConfigError` with all problems of the file. */
export const readCatalogueFile = (file: string) => parseCatalogue(parseFile(file))

function parseCatalogue(raw: unknown): Catalogue {
  const result = validateCatalogue(raw)
  if ('catalogue' in result) return result.catalogue
  throw catalogueError(result.problems)
}

function parseFile(file: string): unknown {
  try {
    return parseCatalogueText(readFileSync(file))
  } catch (error) {
    throw catalogueError([`${file}: ${error instanceof Error ? error.message : error}`])
  }
}

const catalogueError = (problems: string[]) =>
  new ConfigError(problems.map((problem) => `CATALOGUE: ${problem}`))
