import { isTransientError, isUniqueViolation } from '../../src/database/error-kinds.ts'
import type { SimulatedNode } from './node.ts'
import { isAppError, isLost } from './node.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** Something that acts again and again. */
export interface Actor {
  name: string
  /** Milliseconds between two actions. */
  thinkMs: readonly [number, number]
  /** The actions with their weights. */
  verbs: Readonly<
    Record<string, readonly [weight: number, act: (given: Given) => Promise<unknown>]>
  >
}

export interface Given {
  world: World
  random: Random
  node: SimulatedNode
}

/** Lets an actor act, with one call after another, until the run ends. */
export async function runActor(world: World, actor: Actor) {
  const { scheduler, clients } = world
  const random = world.randomOf(actor.name)
  const verbs = Object.entries(actor.verbs).filter(([name]) => world.uses(name))
  const total = verbs.reduce((sum, [, [weight]]) => sum + weight, 0)
  if (verbs.length === 0) return
  while (true) {
    await scheduler.wait(clients, random.between(...actor.thinkMs))
    let rest = random.below(total)
    const chosen = verbs.find(([, [weight]]) => {
      rest -= weight
      return rest < 0
    })
    const node = random.pick(world.nodes)
    if (!chosen || !node) continue
    const [name, [, act]] = chosen
    try {
      await act({ world, random, node })
      world.log(`${actor.name} at ${node.name}`, name)
    } catch (error) {
      world.log(`${actor.name} at ${node.name}`, `${name} – ${describe(error)}`)
      if (!isExpected(error))
        world.invariants.report(
          'error',
          `${name} of ${actor.name}: ${error instanceof Error ? error.stack : error}`,
        )
    }
  }
}

const isExpected = (error: unknown) =>
  isLost(error) || isAppError(error) || isTransientError(error) || isUniqueViolation(error)

const describe = (error: unknown) =>
  isAppError(error)
    ? error.code
    : isLost(error)
      ? 'node lost'
      : `${(error as { code?: string }).code ?? error}`
