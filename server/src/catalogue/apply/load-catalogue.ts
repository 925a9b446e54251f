import { readFileSync } from 'node:fs'
import { ConfigError } from '#src/config/config.ts'
import type { Context } from '#src/context.ts'
import { Catalogue } from '../file/catalogue.schema.ts'
import { parseCatalogueText } from '../file/catalogue-text.ts'
import sample from '../file/sample-catalogue.json' with { type: 'json' }
import { validateCatalogue } from '../file/validate-catalogue.ts'
import {
  catalogueFileOf,
  OWNED_BY_OFFICE,
  readProgrammeState,
  storeCatalogueProblems,
} from '../programme.service.ts'
import { applyCatalogue, hasCatalogue, seedCatalogue } from './apply.service.ts'

/**
 * Applies the operator's catalogue file. Without one, fills an empty database with the sample catalogue, unless the setting says `none`. A file is not applied if it has problems, or if it
 * may have renamed something with sold tickets: the site keeps the programme that it has, and log and health name the problems. Throws `ConfigError` if the file has problems and there is
 * no programme yet, and if the programme belongs to the office.
 */
export async function loadCatalogue(ctx: Context) {
  const { catalogue } = ctx.config
  const file = catalogueFileOf(ctx.config)
  if (catalogue === undefined) await seedCatalogue(ctx, Catalogue.parse(sample))
  const problems = file === undefined ? [] : await applyFile(ctx, file)
  await storeCatalogueProblems(ctx.db, problems)
  if (problems.length === 0) return
  ctx.log.error({ problems }, 'catalogue file not applied: the programme stays as it is')
}

/** Returns why the file was not applied. */
async function applyFile(ctx: Context, file: string): Promise<string[]> {
  if ((await readProgrammeState(ctx.reader)).isOwnedByOffice)
    throw new ConfigError([OWNED_BY_OFFICE])
  try {
    const applied = await applyCatalogue(ctx, readCatalogueFile(file))
    return 'questions' in applied ? applied.questions : []
  } catch (error) {
    if (error instanceof ConfigError && (await hasCatalogue(ctx.reader))) return error.problems
    throw error
  }
}

/** Throws `ConfigError` with all problems of the file. */
export const readCatalogueFile = (file: string) => parseCatalogue(() => readFileSync(file), file)

/** Returns the catalogue of a file with this content. Throws `ConfigError` with all its problems, each with its place in the file. */
export function parseCatalogue(read: () => Uint8Array, name: string): Catalogue {
  const result = validateCatalogue(parseJson(read, name))
  if ('catalogue' in result) return result.catalogue
  throw catalogueError(result.problems)
}

function parseJson(read: () => Uint8Array, name: string): unknown {
  try {
    return parseCatalogueText(read())
  } catch (error) {
    throw catalogueError([`${name}: ${error instanceof Error ? error.message : error}`])
  }
}

const catalogueError = (problems: string[]) =>
  new ConfigError(problems.map((problem) => `CATALOGUE: ${problem}`))
