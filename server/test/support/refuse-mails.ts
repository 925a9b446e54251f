import type { OutgoingMail } from '#src/messages/mail/mail.ts'

/** Delivers mails as a server does that refuses one recipient for good. `onAttempt` is called with each mail, also with a refused one. */
export const refuseFor =
  (address: string, onAttempt: (mail: OutgoingMail) => void = () => undefined) =>
  async (mail: OutgoingMail) => {
    onAttempt(mail)
    if (mail.to !== address) return
    const response = `550 5.1.1 <${address}> is not here`
    throw Object.assign(new Error(response), { command: 'RCPT TO', responseCode: 550, response })
  }
