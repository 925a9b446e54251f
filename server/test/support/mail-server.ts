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

interface Refusals {
  /** The code of the answer to a recipient. 0 accepts it. */
  codeOfRecipient?: (address: string) => number
  /** The code of the answer to every mail. 0 accepts it. */
  codeOfMail?: number
}

const refusalWith = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode })

/** Starts an SMTP server on this machine that accepts every password, and every mail unless told otherwise. */
export async function startMailServer({
  codeOfRecipient = () => 0,
  codeOfMail = 0,
}: Refusals = {}) {
  const received: ReceivedMail[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username }, _, done) => done(null, { user: username }),
    onRcptTo: ({ address }, _, done) => {
      const code = codeOfRecipient(address)
      done(code === 0 ? null : refusalWith(code, `5.1.1 <${address}> is not here`))
    },
    onData: (stream, { envelope: { mailFrom, rcptTo }, user }, done) =>
      void text(stream).then((message) => {
        if (codeOfMail !== 0) return done(refusalWith(codeOfMail, 'not this mail'))
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
