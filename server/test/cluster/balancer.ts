import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const HOST = '127.0.0.1'

/** Passes each connection on to one of several ports in turn, and past those where nobody answers. */
export async function startBalancer(ports: number[], port = 0) {
  const lines = new Set<Socket>()
  let turn = 0
  const server = createServer({ pauseOnConnect: true }, (near) => {
    keep(near)
    const first = turn++
    passOn(
      near,
      ports.map((_, n) => ports[(first + n) % ports.length] as number),
    )
  })

  function keep(line: Socket) {
    lines.add(line)
    line.on('error', () => line.destroy())
    line.once('close', () => lines.delete(line))
  }

  function passOn(near: Socket, [first, ...others]: number[]) {
    if (first === undefined || near.destroyed) return void near.destroy()
    const far = connect(first, HOST)
    const tryNext = () => passOn(near, others)
    far.once('error', tryNext)
    far.once('connect', () => {
      far.off('error', tryNext)
      keep(far)
      near.pipe(far).pipe(near)
      near.once('close', () => far.destroy())
      far.once('close', () => near.destroy())
    })
  }

  const listen = async (at: number) => {
    server.listen(at, HOST)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const line of lines) line.destroy()
    await closed
  }
  const there = await listen(port)
  return {
    port: there,
    url: `http://${HOST}:${there}`,
    /** Ends every connection and takes no new one, until it is mended. */
    cut,
    mend: () => listen(there),
    close: cut,
  }
}
