import { WEAK_PASSWORD } from '@marquee/contract/accounts/accounts'
import { isWeakPassword } from '@marquee/contract/accounts/weak-passwords'
import { getCinema } from '#src/catalogue/cinema/cinema.service.ts'
import type { Context } from '#src/context.ts'
import { invalid } from '#src/errors.ts'

/** Throws INVALID if the password is easy to guess. */
export async function assertStrongPassword(
  ctx: Context,
  password: string,
  user: { email?: string | undefined; username?: string | undefined },
) {
  const siteNames = [ctx.config.brandName, (await getCinema(ctx)).name]
  if (isWeakPassword(password, { ...user, siteNames }))
    throw invalid(WEAK_PASSWORD, { password: WEAK_PASSWORD })
}
