import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

interface ReceivedMail {
  sender: string | undefined
  recipients: string[]
  /** The name that the client has signed in with. */
  account: string | undefined
  /** Headers and body as sent. */
  text: string
}

/** Starts an SMTP server on this machine that accepts every mail and every password. */
export async function startMailServer() {
  const received: ReceivedMail[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username }, _, done) => done(null, { user: username }),
    onData: (stream, { envelope: { mailFrom, rcptTo }, user }, done) =>
      void text(stream).then((message) => {
        received.push({
          sender: mailFrom ? mailFrom.address : undefined,
          recipients: rcptTo.map(({ address }) => address),
          account: user,
          text: message,
        })
        done()
      }, done),
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  return {
    received,
    url: (account = '') => `smtp://${account}127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  }
}
