import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, PathId } from '../calls/ids.ts'
import { SuccessResponse } from '../calls/success-response.ts'
import { cleanText } from '../text/clean-text.ts'
import { Email, INVALID_EMAIL, MAX_EMAIL_LENGTH } from '../text/email.ts'
import { singleLine } from '../text/one-line.ts'
import { INVALID_PHONE, isPhone } from '../text/phone.ts'
import {
  DEFAULT_PROFILE_PICTURE,
  INVALID_PICTURE,
  isPictureUrl,
  MAX_PICTURE_LENGTH,
  PICTURES_PATH,
} from './pictures.ts'
import { REFRESH_ROUTE, SESSION_ROUTE } from './session.ts'

export const MAX_USERNAME_LENGTH = 80
const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 128
export const PASSWORD_LENGTH_TEXT = `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`
const INVALID_PASSWORD = `Please choose a password of ${PASSWORD_LENGTH_TEXT}.`

export const WEAK_PASSWORD =
  'This password is too easy to guess. Please choose one that is not common, and not your email or username.'

export const User = z.object({
  _id: Id,
  username: z.string(),
  email: z.string(),
  /** Whether the user has proven to receive mails at this email. */
  emailConfirmed: z.boolean(),
  phone: z.nullable(z.string()),
  phoneVerified: z.boolean(),
  profilePicture: z.string(),
  /** False for an account that signs in with Google only. */
  hasPassword: z.boolean(),
})
export type User = z.infer<typeof User>

const NO_USERNAME = 'Please enter a username.'
const Username = z
  .string(NO_USERNAME)
  .check(
    z.trim(),
    z.minLength(1, NO_USERNAME),
    z.maxLength(
      MAX_USERNAME_LENGTH,
      `Please choose a username of at most ${MAX_USERNAME_LENGTH} characters.`,
    ),
    singleLine('name'),
  )
/** Empty or the default picture removes the picture. The path of an uploaded picture keeps it. */
const PictureInput = z
  .string(INVALID_PICTURE)
  .check(
    z.refine(
      (text) =>
        text === '' ||
        text === DEFAULT_PROFILE_PICTURE ||
        text.startsWith(PICTURES_PATH) ||
        isPictureUrl(text),
      INVALID_PICTURE,
    ),
  )
/** Emails that differ only in case belong to one account. */
const AccountEmail = Email.check(z.toLowerCase())
const NewPassword = z
  .string(INVALID_PASSWORD)
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, INVALID_PASSWORD),
    z.maxLength(MAX_PASSWORD_LENGTH, INVALID_PASSWORD),
  )
/** A password to check. Any length: a wrong password is not an invalid request. */
const PasswordInput = z
  .string('Please enter your password.')
  .check(z.maxLength(1024, INVALID_PASSWORD))

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/signin',
  body: z.object({
    email: z
      .string(INVALID_EMAIL)
      .check(z.trim(), z.toLowerCase(), z.maxLength(MAX_EMAIL_LENGTH, INVALID_EMAIL)),
    password: PasswordInput,
    /** Links the Google account of the last Google sign-in in this browser. */
    linkGoogle: z.optional(z.boolean()),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    user: User,
    /** Present with `linkGoogle`: whether the Google account is linked now. */
    googleLinked: z.optional(z.boolean()),
  }),
})

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/signup',
  body: z.object({ username: Username, email: AccountEmail, password: NewPassword }),
  response: SuccessResponse,
})

/** Only `credential`, an ID token, proves the identity. The three fields of the specification do not. */
export const googleSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/google',
  body: z.object({
    name: z.string().check(z.maxLength(200)),
    email: z.string().check(z.maxLength(MAX_EMAIL_LENGTH)),
    photo: z.string().check(z.maxLength(MAX_PICTURE_LENGTH)),
    credential: z.optional(z.string().check(z.maxLength(16_384))),
  }),
  response: User,
})

/** The part of a link after `#`. */
const LinkToken = z.string().check(z.maxLength(100))

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  body: z.object({
    token: LinkToken,
    /** Needed if the request does not come from a session of the account. */
    password: z.optional(NewPassword),
  }),
  response: z.extend(SuccessResponse, {
    /** The email is not confirmed yet: the link needs a new password. */
    passwordNeeded: z.optional(z.literal(true)),
  }),
})

/** Sends the confirmation mail of the signed-in user again. */
export const requestConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/request-confirmation',
  response: SuccessResponse,
})

/** Has the same response for every email. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  body: z.object({ email: AccountEmail }),
  response: SuccessResponse,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  body: z.object({ token: LinkToken, password: NewPassword }),
  response: SuccessResponse,
})

export const signOut = endpoint({
  method: 'GET',
  path: '/api/auth/signout',
  response: SuccessResponse,
})
export const postSignOut = endpoint({
  method: 'POST',
  path: '/api/auth/signout',
  response: SuccessResponse,
})

export const refreshSession = endpoint({
  ...REFRESH_ROUTE,
  body: z.object({ userId: Id }),
  response: z.object({ success: z.literal(true) }),
})

/** The user of the session, or null. */
export const getSession = endpoint({
  ...SESSION_ROUTE,
  response: z.object({ user: z.nullable(User) }),
})

export const updateUser = endpoint({
  method: 'POST',
  path: '/api/user/update/:userId',
  params: z.object({ userId: PathId }),
  body: z.object({
    username: z.optional(Username),
    email: z.optional(AccountEmail),
    phone: z.optional(
      z.nullable(
        z.string(INVALID_PHONE).check(
          z.overwrite(cleanText),
          z.refine((phone) => phone === '' || isPhone(phone), INVALID_PHONE),
        ),
      ),
    ),
    profilePicture: z.optional(PictureInput),
    /** Left out or empty: unchanged. */
    password: z.optional(z.union([z.literal(''), NewPassword])),
    /** Required to change the email or the password of an account with a password, unless the sign-in is recent. */
    currentPassword: z.optional(PasswordInput),
  }),
  response: User,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/user/delete/:userId',
  params: z.object({ userId: PathId }),
  response: SuccessResponse,
})

export const DELETE_ACCOUNT_QUESTION =
  'Are you sure you want to delete your account? This action cannot be undone.'
