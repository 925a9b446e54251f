import { dirname } from 'node:path'
import { firstOnPath } from './environment.mjs'
import { fittingNode, nodeAdvice, nodeRange, pinnedNode } from './node.mjs'
import { installPackages } from './packages.mjs'
import { endWithParent } from './parent.mjs'
import { stop } from './stop.mjs'

/** A Node that runs this product, an environment that finds it first, and all packages in place. */
export async function prepare() {
  endWithParent()
  const range = nodeRange()
  const node = await fittingNode(range, process, pinnedNode())
  if (!node) stop(nodeAdvice(range))
  const env = firstOnPath(process.env, dirname(node))
  const code = await installPackages(node, env)
  if (code !== 0) stop('The packages could not be installed; npm says why above.', code)
  return { node, env }
}
