import { type Config, readConfig } from '../../src/config/config.ts'
import { createTables, type Tables } from './bookings.ts'
import { type Commands, commands } from './commands.ts'
import { createFirstRows } from './first-rows.ts'
import { createInvariants, type Invariants } from './invariants.ts'
import { createMemoryDatabase, type MemoryDatabase } from './memory-database.ts'
import type { ShowtimeStore } from './memory-store.ts'
import { createNode, type SimulatedNode } from './node.ts'
import type { RunOptions } from './options.ts'
import { createPeople, type People } from './people.ts'
import { createRandom, type Random, seedOf } from './random.ts'
import { createOwner, createScheduler, type Owner, type Scheduler, START } from './scheduler.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60_000

/** Short times, so that a run of a few minutes sees the end of many selections. */
const settings: Config = {
  ...readConfig({ DATA_DIR: '/nonexistent' }),
  holdMs: 20 * SECOND_MS,
  checkoutMs: 15 * SECOND_MS,
  holdMaxMs: 60 * SECOND_MS,
  offerMs: 15 * SECOND_MS,
  holdGraceMs: 10 * SECOND_MS,
  checkoutGraceMs: 25 * SECOND_MS,
  accessReleaseMs: 60 * MINUTE_MS,
  seatsPerAccount: 12,
}

/** How a run breaks a rule on purpose. */
export interface BrokenRule {
  commands?: (right: Commands) => Partial<Commands>
  store?: (
    right: ShowtimeStore,
    node: { publishEarly: (ids: readonly string[]) => void },
  ) => ShowtimeStore
}

export interface World {
  options: RunOptions
  settings: Config
  scheduler: Scheduler
  database: MemoryDatabase
  tables: Tables
  invariants: Invariants
  commands: Commands
  /** Visitors, staff and jobs wait for their next action with it. */
  clients: Owner
  people: People
  showtimeIds: readonly string[]
  nodes: SimulatedNode[]
  /** Random numbers of one part of the run. */
  randomOf: (part: string) => Random
  uses: (verb: string) => boolean
  addNode: () => SimulatedNode
  log: (who: string, what: string) => void
  trace: string[]
}

const MAX_TRACE = 60

export function createWorld(options: RunOptions, broken: BrokenRule = {}): World {
  const randomOf = (part: string) => createRandom(seedOf(options.seed, part))
  const scheduler = createScheduler(randomOf('scheduler'))
  const people = createPeople(options.visitors)
  const invariants = createInvariants({ settings, people })
  const database = createMemoryDatabase({
    scheduler,
    random: randomOf('database'),
    faults: options.faults,
    onCommit: invariants.onCommit,
    onCrash: invariants.onCrash,
  })
  const tables = createTables(database, scheduler.now)
  const used = { ...commands, ...broken.commands?.(commands) }
  const network = createOwner('network')
  const messages = randomOf('messages')
  let nodeCount = 0

  /** Other nodes learn of a change soon, late or never. */
  function tell(from: SimulatedNode, changedIds: readonly string[]) {
    const { messageLost, messageLate } = options.faults
    for (const node of world.nodes) {
      if (node === from) continue
      for (const id of changedIds) {
        const change = invariants.lastChange(id)
        const crashes = invariants.crashes()
        if (messages.chance(messageLost)) continue
        const delay = messages.chance(messageLate)
          ? messages.between(100, 4000)
          : messages.between(1, 20)
        // A change before a crash of the database may be lost.
        const deliver = () => node.told(id, invariants.crashes() === crashes ? change : 0)
        scheduler.add(network, () => node.owner.isAlive && deliver(), delay)
      }
    }
  }

  function addNode() {
    nodeCount += 1
    const node = createNode({
      name: `node-${nodeCount}`,
      database,
      tables,
      scheduler,
      commands: used,
      settings,
      observer: invariants.observer,
      concurrency: 2,
      changeStore: broken.store ?? ((store) => store),
      tell,
    })
    world.nodes.push(node)
    return node
  }

  const trace: string[] = []
  const world: World = {
    options,
    settings,
    scheduler,
    database,
    tables,
    invariants,
    commands: used,
    clients: createOwner('clients'),
    people,
    showtimeIds: Array.from({ length: options.shows }, (_, index) => `show-${index + 1}`),
    nodes: [],
    randomOf,
    uses: (verb) => !options.without.includes(verb),
    addNode,
    log: (who, what) => {
      trace.push(`${((scheduler.now() - START) / SECOND_MS).toFixed(3)} ${who}: ${what}`)
      if (trace.length > MAX_TRACE) trace.shift()
    },
    trace,
  }
  const filled = createFirstRows(world.showtimeIds)
  const start = database.begin(network, { durable: true })
  start.lockedAt = START
  invariants.untrack(start)
  database.fill(filled)
  invariants.onCommit(new Map(), filled, start)
  for (let index = 0; index < options.nodes; index += 1) addNode()
  return world
}
