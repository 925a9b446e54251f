import { workerData } from 'node:worker_threads'
import { doWork } from '../platform/worker-work.ts'
import { deliveryOf, type Post } from './delivery.ts'

doWork(deliveryOf(workerData as Post))
