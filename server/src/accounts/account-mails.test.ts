import { expect, test } from 'vitest'
import {
  confirmationMail,
  deletionMail,
  passwordResetMail,
  phoneCodeMail,
  takenAddressMail,
} from './account-mails.ts'

const SITE = { brandName: 'Rex & Sons', publicUrl: 'https://cinema.example' }
const EMAIL = 'asha@example.com'
const reset = (isConfirmed: boolean) =>
  passwordResetMail(SITE, { email: EMAIL, isConfirmed }, 'token')

test.each([
  [
    'confirmation',
    confirmationMail(SITE, { email: EMAIL, username: 'Asha <3' }, 'token'),
    'Confirm your email',
    ['https://cinema.example/confirm-email#token'],
  ],
  ['reset', reset(true), 'Choose a new password', ['https://cinema.example/reset-password#token']],
  ['code', phoneCodeMail(SITE, EMAIL, '123456'), 'Your code', []],
  ['deletion', deletionMail(SITE, EMAIL), 'Your account is deleted', []],
  [
    'taken address',
    takenAddressMail(SITE, EMAIL),
    'You already have an account',
    ['https://cinema.example/sign-in', 'https://cinema.example/forgot-password'],
  ],
])(
  'the %s mail has the layout of the booking mails and the same links as text [S-664]',
  (_, mail, title, links) => {
    const { text, html = '' } = mail

    expect(html).toContain(`${title}</h1>`)
    expect(html).toContain('Rex &amp; Sons')
    expect(html.match(/href="[^"]+"/g) ?? []).toEqual(links.map((url) => `href="${url}"`))
    expect(text.match(/https:\S+/g) ?? []).toEqual(links)
    expect(text.replace('Asha <3', '')).not.toMatch(/[<>]|&amp;|\n\n\n/)
  },
)

test('the confirmation mail names the username of the account [S-744]', () => {
  const { text, html } = confirmationMail(SITE, { email: EMAIL, username: 'Asha <3' }, 'token')

  expect(text).toContain('Asha <3')
  expect(html).toContain('Asha &lt;3')
})

test.each([
  ['https://win.example', false],
  ['Win at win.example', false],
  ['//win', false],
  ['asha@win.example', false],
  ['Call tel:123', false],
  ['win\u3002example', false],
  ['J.K. Raman', true],
  ['Dr. Asha Raman', true],
])(
  'the confirmation mail does not name a username that reads as a link: %s [S-744]',
  (username, isNamed) => {
    const { text, html = '' } = confirmationMail(SITE, { email: EMAIL, username }, 'token')

    expect([text, html].map((form) => form.includes(username))).toEqual([isNamed, isNamed])
  },
)

test('the reset mail to an address that was never confirmed says that it gives a new account [S-664]', () => {
  const { text, html } = reset(false)

  for (const form of [text, html]) expect(form).toContain('so the link gives you a new account')
  expect(reset(true).text).not.toContain('new account')
})
