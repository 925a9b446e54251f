/** The part of Vite's manifest that is read here. Keys are source files or names of chunks. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

const ENTRY = 'index.html'

/** Returns links that load the code and the styles of a page together with the app, so that they are not requested later. */
export function createPreloadLinks(manifestJson: string) {
  const manifest = JSON.parse(manifestJson) as Manifest
  const filesOfEntry = listFiles(manifest, ENTRY)

  return (page: string) => {
    const files = [...listFiles(manifest, page)].filter((file) => !filesOfEntry.has(file))
    return files.map(toLink).join('')
  }
}

function listFiles(manifest: Manifest, name: string, found = new Set<string>()) {
  const { file, imports = [], css = [] } = manifest[name] ?? {}
  if (!file || found.has(file)) return found
  for (const added of [file, ...css]) found.add(added)
  for (const imported of imports) listFiles(manifest, imported, found)
  return found
}

const toLink = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`
