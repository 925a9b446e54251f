import { PAGES } from '@marquee/contract/pages'
import type { Config } from '../config/config.ts'
import type { Mail } from '../messages/mail/mail.ts'
import { type MailDocument, writeMail } from '../messages/mail/mail-layout.ts'

type Site = Pick<Config, 'brandName' | 'publicUrl'>

type AccountDocument = Pick<MailDocument, 'title' | 'paragraphs' | 'fields' | 'actions'> & {
  subject: string
  footer?: string[]
}

function accountMail(
  { brandName }: Site,
  to: string,
  { subject, footer = [], ...parts }: AccountDocument,
): Mail {
  const [preview = ''] = parts.paragraphs
  return {
    kind: 'account',
    to,
    subject: `${brandName}: ${subject}`,
    ...writeMail({ ...parts, brandName, preview, footer }),
  }
}

/** Browsers do not send the part after # to any server, so the token is in no log. */
const link = ({ publicUrl }: Site, path: string, token: string) =>
  `${new URL(path, publicUrl)}#${token}`

export const confirmationMail = (
  site: Site,
  { email, username }: { email: string; username: string },
  token: string,
) =>
  accountMail(site, email, {
    subject: 'please confirm your email',
    title: 'Confirm your email',
    paragraphs: ['Please open this link to confirm your email address.'],
    fields: LOOKS_LIKE_LINK.test(username) ? [] : [['Username', username]],
    actions: [{ label: 'Confirm email', url: link(site, PAGES.confirmEmail, token) }],
    footer: [
      'The link works once, within 24 hours.',
      'In a browser that is not signed in to this account, it asks for a new password.',
      'If you did not enter this address on our site, you can ignore this email.',
    ],
  })

/**
 * Mail programs make links of addresses and of names with a dot inside. Anyone can sign up with the address of another person, who must not get a link of
 * their choice from us.
 */
const LOOKS_LIKE_LINK = /[/\\:@]|[.\u3002\uff0e\uff61][\p{L}\p{N}]{2}/u

export const passwordResetMail = (
  site: Site,
  { email, isConfirmed }: { email: string; isConfirmed: boolean },
  token: string,
) =>
  accountMail(site, email, {
    subject: 'choose a new password',
    title: 'Choose a new password',
    paragraphs: [
      'Open this link to choose a new password. It signs out all your devices.',
      ...(isConfirmed ? [] : NEW_ACCOUNT),
    ],
    actions: [{ label: 'Choose a new password', url: link(site, PAGES.resetPassword, token) }],
    footer: [
      'The link works once, within 30 minutes.',
      'If you did not ask for this, you can ignore this email.',
    ],
  })

/** An account whose email was never proven may belong to another person. */
const NEW_ACCOUNT = [
  'This email address was never confirmed, so the link gives you a new account. Bookings of the earlier account stay valid: show their references at the door.',
  'To keep that account, sign in with its password and confirm your email instead.',
]

export const phoneCodeMail = (site: Site, to: string, code: string) =>
  accountMail(site, to, {
    subject: 'your code',
    title: 'Your code',
    paragraphs: ['Enter this code in your profile within ten minutes to verify your phone number.'],
    fields: [['Code', code]],
    footer: ['This is a demonstration, so the code comes by email and not to your phone.'],
  })

export const deletionMail = (site: Site, to: string): Mail => ({
  ...accountMail(site, to, {
    subject: 'your account is deleted',
    title: 'Your account is deleted',
    paragraphs: [
      'Your account and your personal details are deleted.',
      'Your bookings stay valid: show their references at the door.',
    ],
  }),
  kind: 'deletion',
})

export const takenAddressMail = (site: Site, to: string) =>
  accountMail(site, to, {
    subject: 'you already have an account',
    title: 'You already have an account',
    paragraphs: [
      'Someone tried to register with your email address, which already has an account.',
    ],
    actions: [
      { label: 'Sign in', url: new URL(PAGES.signIn, site.publicUrl).href },
      {
        label: 'Choose a new password',
        url: new URL(PAGES.forgotPassword, site.publicUrl).href,
      },
    ],
    footer: ['If this was not you, you can ignore this email. Nothing has changed.'],
  })
