import type { KyselyPlugin, RootOperationNode } from 'kysely'
import type { Context } from '#src/context.ts'
import { isPipelined } from '#src/database/connection/pipelined-connection.ts'
import { createNodeContext } from './test-context.ts'

type OnStatement = (count: number) => void

/** A node that calls `onStatement` before each statement of its transactions, with their number. If it throws, the statement is not sent. */
export function createObservedNode(ctx: Context, onStatement: OnStatement): Context {
  const plugin = createObserver(onStatement)
  const db = ctx.db.withPlugin(plugin)
  if (isPipelined(ctx.db)) {
    const { acquirePipelined, writes } = ctx.db
    Object.assign(db, {
      writes,
      acquirePipelined: async () => {
        const connection = await acquirePipelined()
        return { ...connection, db: connection.db.withPlugin(plugin) }
      },
    })
  }
  return createNodeContext({ ...ctx, db })
}

function createObserver(onStatement: OnStatement): KyselyPlugin {
  let count = 0
  return {
    transformQuery: ({ node }) => {
      if (!isRollback(node)) {
        count += 1
        onStatement(count)
      }
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

const isRollback = (node: RootOperationNode) =>
  node.kind === 'RawNode' && node.sqlFragments[0] === 'rollback'
