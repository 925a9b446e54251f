import { readFileSync } from 'node:fs'
import { ConfigError } from '../config.ts'
import type { Context } from '../context.ts'
import { applyCatalogue, seedCatalogue } from './apply.service.ts'
import type { Catalogue } from './catalogue.schema.ts'
import sample from './sample-catalogue.json' with { type: 'json' }
import { validateCatalogue } from './validate-catalogue.ts'

/**
 * Brings the programme in line with the operator's file, or gives an empty cinema the sample.
 * Throws `ConfigFaults` with every fault of the file, before anything is written.
 */
export async function loadCatalogue(ctx: Context) {
  const { catalogue: file } = ctx.config
  if (file === undefined) await seedCatalogue(ctx, checked(ctx, sample))
  else await applyCatalogue(ctx, checked(ctx, parse(file)))
}

function checked({ config, now }: Context, raw: unknown): Catalogue {
  const read = validateCatalogue(raw, { now: now(), timeZone: config.timeZone })
  if ('catalogue' in read) return read.catalogue
  throw faultsOf(read.faults)
}

function parse(file: string): unknown {
  try {
    // Some editors begin a file with a mark that JSON does not know.
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw faultsOf([`${file}: ${error instanceof Error ? error.message : error}`])
  }
}

const faultsOf = (faults: string[]) => new ConfigError(faults.map((fault) => `CATALOGUE: ${fault}`))
