import type { Config } from '../config.ts'

/**
 * The cinema's own mailbox, which sends confirmations and gets enquiries: the account at the mail server where that is an
 * address, else a mailbox at the public host.
 */
export function boxOffice({ smtpUrl, publicUrl }: Pick<Config, 'smtpUrl' | 'publicUrl'>) {
  const account = smtpUrl ? decodeURIComponent(new URL(smtpUrl).username) : ''
  return account.includes('@') ? account : `box-office@${new URL(publicUrl).hostname}`
}
