import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
type Level = (typeof LEVELS)[number]

/** Most requests are answered without a word: the log that names one is made with the first line about it that is written. */
export function registerLazyRequestLogs(app: FastifyInstance) {
  // Of a silent log, none.
  const least = LEVELS.indexOf(app.log.level as Level)
  const heard = new Set(least < 0 ? [] : LEVELS.slice(least))
  app.setChildLoggerFactory((log, bindings) => {
    let named: FastifyBaseLogger | undefined
    const child = () => {
      named ??= log.child(bindings)
      return named
    }
    const saying =
      (level: Level) =>
      (...words: Parameters<FastifyBaseLogger['info']>) => {
        if (heard.has(level)) child()[level](...words)
      }
    return {
      level: log.level,
      silent: () => undefined,
      trace: saying('trace'),
      debug: saying('debug'),
      info: saying('info'),
      warn: saying('warn'),
      error: saying('error'),
      fatal: saying('fatal'),
      child: (more, options) => child().child(more, options),
    }
  })
}
