import { tracingChannel } from 'node:diagnostics_channel'

/** A command or a unit of work. */
export interface TracedCommand {
  /** The aggregates. */
  ids: readonly string[]
  task: { kind: { decide: { name: string } } } | { work: unknown }
}

export interface TracedTransaction {
  /** What it writes, the first to arrive first. */
  commands: readonly TracedCommand[]
}

export interface TracedSocketEvent {
  event: string
}

/**
 * What traces show besides the requests, which Fastify publishes itself. Without a subscriber (opentelemetry.ts), a channel only calls the function
 * that is traced.
 */
export const tracedCommands = tracingChannel<unknown, TracedCommand>('marquee.command')
export const tracedTransactions = tracingChannel<unknown, TracedTransaction>('marquee.transaction')
export const tracedSocketEvents = tracingChannel<unknown, TracedSocketEvent>('marquee.socket-event')
