import type { World } from './world.ts'

const LONGEST_FREEZE_MS = 7000

/** Crashes and freezes nodes, and crashes the database. */
export function startFaults(world: World) {
  const { nodeCrashEvery, databaseCrashEvery, freezeEvery } = world.options.faults
  const repeat = async (name: string, every: number, act: () => void) => {
    if (every === 0) return
    const random = world.randomOf(name)
    while (true) {
      await world.scheduler.wait(world.clients, random.between(every / 4, every * 2))
      act()
    }
  }
  const random = world.randomOf('faults')

  void repeat('node crashes', nodeCrashEvery, () => {
    const node = random.pick(world.nodes)
    if (!node) return
    world.log(node.name, 'crashes')
    world.nodes.splice(world.nodes.indexOf(node), 1)
    node.crash()
    world.addNode()
  })
  void repeat('database crashes', databaseCrashEvery, () => {
    world.log('database', 'crashes')
    world.database.crash()
    for (const node of world.nodes) node.forgetTold()
  })
  void repeat('freezes', freezeEvery, () => {
    const node = random.pick(world.nodes)
    if (!node) return
    const ms = random.between(100, LONGEST_FREEZE_MS)
    world.log(node.name, `stands still for ${ms} ms`)
    node.owner.frozenUntil = world.scheduler.now() + ms
  })
}
