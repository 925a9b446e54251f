import { once } from 'node:events'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream'
import { ask, headOf, withoutHops } from './onward.mjs'
import { isConversation, nearest } from './routes.mjs'

const AWAY = JSON.stringify({
  success: false,
  statusCode: 503,
  code: 'UNAVAILABLE',
  message: 'The cinema is not open yet. Please try again in a moment.',
})
/** A question changes nothing: another node may be asked the same. */
const QUESTIONS = ['GET', 'HEAD']
/** The pages on which a development start plays the identity provider: one process remembers who is on them. */
const PROVIDER = '/dev/openid/'

/**
 * Passes calls on to one node after another, and each WebSocket to the node that has fewest: nothing sticks. Only what is several
 * calls of one conversation goes by the address it comes from: the polling of whoever opens no WebSocket at once.
 */
export async function openBalancer({ host, port }) {
  const open = new Map()
  let turn = 0

  /** Where a request has to go; nothing, if any node will do. */
  function bound({ url, socket }) {
    const names = [...open.keys()].toSorted()
    if (url.startsWith(PROVIDER)) return open.get(names[0])
    return isConversation(url) ? open.get(nearest(socket.remoteAddress, names)) : undefined
  }
  /** Those that have not failed this call yet. */
  const others = (failed) => [...open.values()].filter((node) => !failed.includes(node))
  const nextNode = (failed) => {
    const nodes = others(failed)
    return nodes[turn++ % nodes.length]
  }
  const emptiest = (failed) => others(failed).toSorted((one, other) => one.lines - other.lines)[0]

  function passOn(request, response, failed = []) {
    const node = bound(request) ?? nextNode(failed)
    if (!node || failed.includes(node)) return sayAway(response)
    const onward = ask(node.url, request)
    onward.once('response', (answer) => {
      response.writeHead(answer.statusCode, withoutHops(answer.rawHeaders))
      // A node that dies in the middle of its answer ends the line.
      pipeline(answer, response, () => undefined)
    })
    onward.on('error', () => {
      if (response.headersSent || response.destroyed) return response.destroy()
      if (QUESTIONS.includes(request.method)) passOn(request, response, [...failed, node])
      else sayAway(response)
    })
    response.once('close', () => onward.destroy())
    if (QUESTIONS.includes(request.method)) onward.end()
    else request.pipe(onward)
  }

  function passLineOn(request, near, head, failed = []) {
    const node = bound(request) ?? emptiest(failed)
    if (!node || failed.includes(node)) return near.destroy()
    const leave = () => {
      node.lines -= 1
    }
    node.lines += 1
    const onward = ask(node.url, request)
    onward.once('upgrade', (answer, far, firstWords) => {
      far.once('close', leave)
      near.write(Buffer.concat([headOf(answer), firstWords]))
      far.write(head)
      join(near, far)
    })
    onward.once('response', (answer) => {
      leave()
      near.write(headOf(answer))
      pipeline(answer, near, () => undefined)
    })
    onward.on('error', () => {
      leave()
      if (near.destroyed || near.bytesWritten > 0) near.destroy()
      else passLineOn(request, near, head, [...failed, node])
    })
    near.once('close', () => onward.destroy())
    onward.end()
  }

  const server = createServer((request, response) => passOn(request, response))
  server.on('upgrade', (request, near, head) => {
    near.on('error', () => near.destroy())
    passLineOn(request, near, head)
  })
  server.listen(port, host)
  await once(server, 'listening')

  return {
    port: server.address().port,
    /** From now on a node is given its share. */
    admit: (name, url) => open.set(name, { url, lines: 0 }),
    dismiss: (name) => open.delete(name),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function join(near, far) {
  far.on('error', () => far.destroy())
  near.once('close', () => far.destroy())
  far.once('close', () => near.destroy())
  near.pipe(far).pipe(near)
}

/** 503, or the end of the line where an answer has begun already. */
function sayAway(response) {
  if (response.headersSent) return response.destroy()
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
  response.end(AWAY)
}
