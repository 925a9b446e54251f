import type { Config } from '#src/config/config.ts'

/**
 * The address that sends confirmations and receives enquiries: the account at the SMTP server if it is an email address,
 * else a mailbox at the public host.
 */
export function boxOfficeAddress({ smtpUrl, publicUrl }: Pick<Config, 'smtpUrl' | 'publicUrl'>) {
  const account = smtpUrl ? decodeURIComponent(new URL(smtpUrl).username) : ''
  return account.includes('@') ? account : `box-office@${new URL(publicUrl).hostname}`
}
