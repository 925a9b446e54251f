import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import type { ContextEvents } from '../context-events.ts'
import { createClusterBus } from './cluster-bus.ts'
import type { Redis } from './redis.ts'

/** Delivers each message to all subscribers of its channel, the sender included, as Redis does. */
function createMessageBroker() {
  const channels = new EventEmitter()
  const redis = {
    client: {
      publish: async (channel: string, message: string) => channels.emit(channel, message),
    },
    subscribe: (channel: string, listener: (message: string) => void) =>
      void channels.on(channel, listener),
  }
  return redis as unknown as Pick<Redis, 'client' | 'subscribe'>
}

test('changes of admissions and vehicles reach the other nodes once, and not as changes of claims', async () => {
  const redis = createMessageBroker()
  const [here, there] = [new EventEmitter<ContextEvents>(), new EventEmitter<ContextEvents>()]
  const buses = [here, there].map((events) => createClusterBus(redis, events))
  const received: string[] = []
  for (const [name, events] of Object.entries({ here, there })) {
    events.on('remoteClaimsChanged', (id) => received.push(`${name} claims ${id}`))
    events.on('remoteShowChanged', (id) => received.push(`${name} show ${id}`))
  }

  const arrived = once(there, 'remoteShowChanged')
  here.emit('showChanged', 'first')
  await arrived
  const arrivedBack = once(here, 'remoteClaimsChanged')
  there.emit('claimsChanged', 'second')
  await arrivedBack

  for (const bus of buses) bus.close()
  expect(received).toEqual(['there show first', 'here claims second'])
})

test.each([
  ['notices', 'noticesChanged', 'remoteNoticesChanged'],
  ['enquiries', 'enquiriesChanged', 'remoteEnquiriesChanged'],
] as const)('changes of %s reach the other nodes with their ids', async (_, local, remote) => {
  const redis = createMessageBroker()
  const [here, there] = [new EventEmitter<ContextEvents>(), new EventEmitter<ContextEvents>()]
  const buses = [here, there].map((events) => createClusterBus(redis, events))

  const arrived = once(there, remote)
  here.emit(local, 'asha')

  expect(await arrived).toEqual(['asha'])
  for (const bus of buses) bus.close()
})
