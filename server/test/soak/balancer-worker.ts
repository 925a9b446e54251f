import { parentPort } from 'node:worker_threads'
import { openBalancer } from '../../../tools/cluster/balancer.ts'

/** Runs the balancer in a thread of its own. Sends its port to the thread that has started it, and receives the URLs of nodes. */
const balancer = await openBalancer({ host: '127.0.0.1', port: 0 })
parentPort?.on('message', (url: string) => balancer.addNode(url, url))
parentPort?.postMessage(balancer.port)
