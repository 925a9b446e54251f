import { delimiter } from 'node:path'

/** An environment in which a folder is searched before all others; Windows spells the name `Path`. */
export function firstOnPath(env, folder) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...env, [name]: [folder, env[name]].filter(Boolean).join(delimiter) }
}
