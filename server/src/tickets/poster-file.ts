import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'

const DEFAULT_POSTER = 'default.jpg'

/** Returns the file of a poster in a folder of posters, the small one if there are two; else the default one. Undefined if that is missing too. */
export function posterFile(folder: string, imageUrl: string) {
  const name = imageUrl.replace(/^\/?posters\//, '')
  const candidates = [name, DEFAULT_POSTER].flatMap((file) => [
    join(folder, file.replace(/\.jpg$/, '-400.jpg')),
    join(folder, file),
  ])
  return candidates.find(
    (path) => path.startsWith(folder + sep) && /\.jpe?g$/i.test(path) && existsSync(path),
  )
}
