import Fastify, { type FastifyInstance } from 'fastify'
import type { CookieSettings } from '../http/cookies/cookies.ts'
import { type EncodedBody, encodeOnce, sendEncoded } from '../http/web/encoded-body.ts'
import { escapeHtml } from '../http/web/html.ts'
import type { ApiDescription } from './api-description.ts'

const ONE_HOUR = 'public, max-age=3600'

/** Everything comes from this server: the content security policy allows no other. */
const SETTINGS = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
}

interface OpenapiOptions {
  /** The paths of the API begin with it. */
  prefix: '/api' | '/api/office'
  cookieSettings: CookieSettings
  loadDescription: () => Promise<ApiDescription>
}

/**
 * Serves the OpenAPI document of an API, and a page that shows it to people. What they need is loaded for the first request, to keep an idle server
 * small.
 */
export const openapiRoutes =
  ({ prefix, cookieSettings, loadDescription }: OpenapiOptions) =>
  async (app: FastifyInstance) => {
    const documentPath = `${prefix}/openapi.json`
    const pagePath = `${prefix}/docs`
    const scriptPath = `${pagePath}/scalar.js`
    const html = encodeOnce(() => renderPage({ documentPath, scriptPath }))
    let document: Promise<EncodedBody> | undefined
    let script: Promise<EncodedBody> | undefined

    app.get(documentPath, async (request, reply) => {
      document ??= loadDocument()
      reply.header('cache-control', ONE_HOUR)
      return sendEncoded(request, reply, await document)
    })

    app.get(pagePath, (request, reply) => {
      reply.type('text/html; charset=utf-8').header('cache-control', ONE_HOUR)
      return sendEncoded(request, reply, html)
    })

    app.get(scriptPath, async (request, reply) => {
      script ??= loadScript()
      reply.type('text/javascript; charset=utf-8').header('cache-control', ONE_HOUR)
      return sendEncoded(request, reply, await script)
    })

    async function loadDocument() {
      const { createDocument } = await import('./document.ts')
      const json = JSON.stringify(await createDocument(await loadDescription(), cookieSettings))
      return encodeOnce(() => json)
    }
  }

/** The script reads its settings from the attributes of the element `api-reference`. */
const renderPage = ({
  documentPath,
  scriptPath,
}: Record<'documentPath' | 'scriptPath', string>) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<script id="api-reference" type="application/json" data-url="${documentPath}"
  data-configuration="${escapeHtml(JSON.stringify(SETTINGS))}"></script>
<script src="${scriptPath}"></script>
</body>
</html>
`

/** The package has its script of 5 MB inside its module, and gives it only as a route. */
async function loadScript() {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(apiReference, { routePrefix: '/', configuration: { url: '/' } })
  const { body } = await app.inject('/js/scalar.js')
  return encodeOnce(() => body)
}
