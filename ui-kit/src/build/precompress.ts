import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin, ResolvedConfig } from 'vite'

/** Images and fonts are compressed already. The server compresses the page, because it writes the cinema's name into it. */
const COMPRESSIBLE = /\.(js|css|svg|webmanifest)$/
/** The response head of a smaller file is as long as what compression saves. */
const MIN_BYTES = 1024

const ENCODINGS = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Writes a brotli and a gzip copy next to each text file of the build, so that the server compresses nothing. */
export function precompress(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: {
      sequential: true,
      handler: async () => {
        const folder = resolve(config.root, config.build.outDir)
        const files = await readdir(folder, { recursive: true })
        const compressible = files.filter((file) => COMPRESSIBLE.test(file))
        await Promise.all(compressible.map((file) => compressFile(join(folder, file))))
      },
    },
  }
}

async function compressFile(path: string) {
  const bytes = await readFile(path)
  if (bytes.length < MIN_BYTES) return
  for (const [extension, compress] of Object.entries(ENCODINGS)) {
    await writeFile(`${path}.${extension}`, await compress(bytes))
  }
}
