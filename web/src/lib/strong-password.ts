import { WEAK_PASSWORD } from '@marquee/contract/accounts'
import * as z from 'zod/mini'
import { siteSettings } from './site-settings.ts'

interface PasswordFields {
  password?: string | undefined
  email?: string | undefined
  username?: string | undefined
}

/** Refuses a password that is easy to guess. Loads the list of common passwords when it is needed. The server checks it again. */
export const strongPassword = <Fields extends PasswordFields>() =>
  z.refine<Fields>(
    async ({ password, email, username }) => {
      if (!password) return true
      const list = await import('@marquee/contract/weak-passwords').catch(() => undefined)
      return !list?.isWeakPassword(password, {
        ...{ email, username, siteNames: [siteSettings.brandName] },
      })
    },
    { path: ['password'], message: WEAK_PASSWORD },
  )
