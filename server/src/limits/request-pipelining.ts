import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests that may wait for earlier responses of their connection. Browsers and proxies do not pipeline requests. */
const MAX_WAITING = 10

/**
 * Handles the requests of a connection one after another (HTTP/1.1 pipelining). A client that reads nothing thus fills the memory with
 * one response at most. Closes the connection when too many requests wait.
 */
export function limitPipelining(app: FastifyInstance) {
  /** The requests that wait for the one in progress. */
  const queues = new WeakMap<Socket, (() => void)[]>()

  app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    const start = () => {
      response.once('close', () => startNext(socket))
      done()
    }
    const waiting = queues.get(socket)
    if (waiting && waiting.length >= MAX_WAITING) {
      socket.destroy()
    } else if (waiting) {
      waiting.push(start)
    } else {
      queues.set(socket, [])
      start()
    }
  })

  function startNext(socket: Socket) {
    const next = queues.get(socket)?.shift()
    if (!next) queues.delete(socket)
    else if (!socket.destroyed) next()
  }
}
