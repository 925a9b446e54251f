/** The part of Vite's manifest that is read here. Keys are source files or names of chunks. */
type Manifest = Record<
  string,
  { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
>

const ENTRY = 'index.html'

/** Returns a function that lists the code and the styles of a page and of the app. */
export function createFileList(manifestJson: string) {
  const manifest = JSON.parse(manifestJson) as Manifest
  const filesOfEntry = listFiles(manifest, ENTRY)
  const app = manifest[ENTRY]?.dynamicImports ?? []

  return (page: string) => {
    const files = new Set<string>()
    for (const name of [...app, page]) listFiles(manifest, name, files)
    return [...files].filter((file) => !filesOfEntry.has(file)).map((file) => `/${file}`)
  }
}

function listFiles(manifest: Manifest, name: string, found = new Set<string>()) {
  const { file, imports = [], css = [] } = manifest[name] ?? {}
  if (!file || found.has(file)) return found
  for (const added of [file, ...css]) found.add(added)
  for (const imported of imports) listFiles(manifest, imported, found)
  return found
}
