import { PAGES } from '@marquee/contract/pages'
import type { Config } from '../config.ts'
import type { Mail } from '../mail/mail.ts'

type Site = Pick<Config, 'brandName' | 'publicUrl'>

const accountMail = (
  { brandName }: Site,
  to: string,
  { subject, lines }: { subject: string; lines: string[] },
): Mail => ({
  kind: 'account',
  to,
  subject: `${brandName}: ${subject}`,
  text: `${[...lines, '', brandName].join('\n')}\n`,
})

/** Browsers do not send the part after # to any server, so the token is in no log. */
const link = ({ publicUrl }: Site, path: string, token: string) =>
  `${new URL(path, publicUrl)}#${token}`

export const confirmationMail = (site: Site, to: string, token: string) =>
  accountMail(site, to, {
    subject: 'please confirm your email',
    lines: [
      'Please open this link to confirm your email address:',
      '',
      link(site, PAGES.confirmEmail, token),
      '',
      'It works once, within 24 hours.',
      'If you did not enter this address on our site, you can ignore this email.',
    ],
  })

export const passwordResetMail = (
  site: Site,
  { email, isConfirmed }: { email: string; isConfirmed: boolean },
  token: string,
) =>
  accountMail(site, email, {
    subject: 'choose a new password',
    lines: [
      'Open this link to choose a new password:',
      '',
      link(site, PAGES.resetPassword, token),
      '',
      'It works once, within 30 minutes, and signs out all your devices.',
      ...(isConfirmed ? [] : NEW_ACCOUNT),
      'If you did not ask for this, you can ignore this email.',
    ],
  })

/** An account whose email was never proven may belong to another person. */
const NEW_ACCOUNT = [
  '',
  'This email address was never confirmed, so the link gives you a new account. Bookings of the earlier account stay valid:',
  'show their references at the door. To keep that account, sign in with its password and confirm your email instead.',
  '',
]

export const phoneCodeMail = (site: Site, to: string, code: string) =>
  accountMail(site, to, {
    subject: 'your code',
    lines: [
      `Your code to verify your phone number is ${code}.`,
      '',
      'Enter it in your profile within ten minutes.',
      'This is a demonstration, so the code comes by email and not to your phone.',
    ],
  })

export const deletionMail = (site: Site, to: string): Mail => ({
  ...accountMail(site, to, {
    subject: 'your account is deleted',
    lines: [
      'Your account and your personal details are deleted.',
      'Your bookings stay valid: show their references at the door.',
    ],
  }),
  kind: 'deletion',
})

export const takenAddressMail = (site: Site, to: string) =>
  accountMail(site, to, {
    subject: 'you already have an account',
    lines: [
      'Someone tried to register with your email address, which already has an account.',
      '',
      `Sign in: ${new URL(PAGES.signIn, site.publicUrl)}`,
      `Choose a new password: ${new URL(PAGES.forgotPassword, site.publicUrl)}`,
      '',
      'If this was not you, you can ignore this email. Nothing has changed.',
    ],
  })
