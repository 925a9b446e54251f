import * as z from 'zod/mini'
import { Email } from './email.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './ids.ts'

/** Shown where a person has no picture of their own. */
export const DEFAULT_PROFILE_PICTURE = '/profile.svg'

const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 128
export const PASSWORD_LENGTH = `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`
const CHOOSE_PASSWORD = `Please choose a password of ${PASSWORD_LENGTH}.`

export const User = z.object({
  _id: Id,
  username: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  phoneVerified: z.boolean(),
  profilePicture: z.string(),
  /** False for an account made through the identity provider: it has no password to ask for. */
  hasPassword: z.boolean(),
})
export type User = z.infer<typeof User>

const Username = z
  .string()
  .check(z.trim(), z.minLength(1, 'Please enter a username.'), z.maxLength(80))
/** Whose account it is: two spellings that differ in case are one address. */
const AccountEmail = Email.check(z.toLowerCase())
const NewPassword = z
  .string()
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, CHOOSE_PASSWORD),
    z.maxLength(MAX_PASSWORD_LENGTH, CHOOSE_PASSWORD),
  )
/** A password as typed to prove oneself: any length, so that a wrong one is simply wrong. */
const GivenPassword = z.string().check(z.maxLength(1024))

const Done = z.object({ success: z.literal(true), message: z.string() })

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/signin',
  body: z.object({
    email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)),
    password: GivenPassword,
  }),
  answer: z.object({ success: z.literal(true), message: z.string(), user: User }),
})

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/signup',
  body: z.object({ username: Username, email: AccountEmail, password: NewPassword }),
  answer: Done,
})

/** The three fields of the specification prove nothing by themselves: only `credential`, an ID token, does. */
export const googleSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/google',
  body: z.object({
    name: z.string().check(z.maxLength(200)),
    email: z.string().check(z.maxLength(254)),
    photo: z.string().check(z.maxLength(2048)),
    credential: z.optional(z.string().check(z.maxLength(16_384))),
  }),
  answer: User,
})

export const signOut = endpoint({ method: 'GET', path: '/api/auth/signout', answer: Done })
export const postSignOut = endpoint({ method: 'POST', path: '/api/auth/signout', answer: Done })

export const refreshSession = endpoint({
  method: 'POST',
  path: '/api/auth/refresh-token',
  body: z.object({ userId: Id }),
  answer: z.object({ success: z.literal(true) }),
})

/** Who the cookies belong to; nobody is an ordinary answer. */
export const getSession = endpoint({
  method: 'GET',
  path: '/api/auth/session',
  answer: z.object({ user: z.nullable(User) }),
})

export const updateUser = endpoint({
  method: 'POST',
  path: '/api/user/update/:userId',
  params: z.object({ userId: Id }),
  body: z.object({
    username: z.optional(Username),
    email: z.optional(AccountEmail),
    phone: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(20)))),
    /** Left out or empty: unchanged. */
    password: z.optional(z.union([z.literal(''), NewPassword])),
    /** Needed to change the e-mail or the password of an account that has one. */
    currentPassword: z.optional(GivenPassword),
  }),
  answer: User,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/user/delete/:userId',
  params: z.object({ userId: Id }),
  answer: Done,
})

export const DELETE_ACCOUNT_QUESTION =
  'Are you sure you want to delete your account? This action cannot be undone.'
export const SESSION_ENDED = 'Your session has expired. Please log in again.'
