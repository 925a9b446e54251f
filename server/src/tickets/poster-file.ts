import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'

const DEFAULT_POSTER = 'default.jpg'

/** Returns the file of a poster in a folder of posters; the default one if there is none. Undefined if that is missing too. */
export function posterFile(folder: string, imageUrl: string) {
  const name = imageUrl.replace(/^\/?posters\//, '')
  const candidates = [join(folder, name), join(folder, DEFAULT_POSTER)]
  return candidates.find(
    (path) => path.startsWith(folder + sep) && /\.jpe?g$/i.test(path) && existsSync(path),
  )
}
