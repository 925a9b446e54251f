import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { APP_SHELL_PATH, APP_SHELL_REVISION, SERVICE_WORKER_PATH } from '@marquee/contract/pages'
import type { FastifyInstance } from 'fastify'
import { encodeOnce, sendEncoded } from './encoded-body.ts'

const MANIFEST_PATH = '/manifest.webmanifest'

interface InstallableAppOptions {
  /** The folder of the built web app. */
  root: string
  /** The HTML page without the content of any page. */
  shell: string
  brandName: string
}

/** Serves the files that make the web app installable: its manifest, its service worker and the page that the worker keeps. */
export function serveInstallableApp(
  app: FastifyInstance,
  { root, shell, brandName }: InstallableAppOptions,
) {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const send = (path: string, type: string, text: string) => {
    const body = encodeOnce(() => text)
    // Asked for at each visit, so that a new version is found at once.
    app.get(path, (request, reply) =>
      sendEncoded(request, reply.type(type).header('cache-control', 'no-cache'), body),
    )
  }

  const name = { name: brandName, short_name: brandName }
  const manifest = { ...JSON.parse(read(MANIFEST_PATH)), ...name }
  // The shell contains settings. With its hash, the worker changes when they change.
  const revision = createHash('sha256').update(shell).digest('hex')
  const worker = read(SERVICE_WORKER_PATH).replace(APP_SHELL_REVISION, revision)

  send(MANIFEST_PATH, 'application/manifest+json; charset=utf-8', JSON.stringify(manifest))
  send(SERVICE_WORKER_PATH, 'text/javascript; charset=utf-8', worker)
  send(APP_SHELL_PATH, 'text/html; charset=utf-8', shell)
}
