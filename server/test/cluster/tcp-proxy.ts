import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const HOST = '127.0.0.1'

/** Forwards TCP connections to a port. The connections can be cut and restored. */
export async function startTcpProxy(targetPort: number) {
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    const target = connect(targetPort, HOST)
    for (const socket of [client, target]) track(socket)
    client.pipe(target).pipe(client)
    client.once('close', () => target.destroy())
    target.once('close', () => client.destroy())
  })

  const listen = async (port: number) => {
    server.listen(port, HOST)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  return {
    port,
    /** Ends all connections and refuses new ones. */
    cut: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    restore: () => listen(port),
  }
}
