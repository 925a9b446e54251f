import type { FastifyReply } from 'fastify'

/** Sends a file for spreadsheets, such as `takings-2026-11-01-2026-11-30.csv`. */
export const sendCsv = (reply: FastifyReply, { name, text }: { name: string; text: string }) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(text)
