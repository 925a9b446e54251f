import { prepare } from './prepare.mjs'
import { stop } from './stop.mjs'
import { buildWeb } from './web.mjs'

/** All that a server needs to be started: a Node, an environment, the packages, and the web app as it is built now. */
export async function prepareSite() {
  const { node, env } = await prepare()
  const built = await buildWeb({ node, env })
  if (built !== 0) stop('The web app could not be built; Vite says why above.', built)
  return { node, env }
}
