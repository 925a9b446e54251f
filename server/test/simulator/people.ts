interface Account {
  id: string
  /** Null: the email is not confirmed. */
  mailbox: string | null
}

export interface VisitorIdentity {
  id: string
  account: Account | null
  usedAccounts: Set<string>
  address: string
  asksForAccess: boolean
}

export type People = ReturnType<typeof createPeople>

/** The visitors of a run and their accounts. */
export function createPeople(count: number) {
  const accounts = accountsOf(count)
  const visitors = visitorsOf(count, accounts)
  return {
    accounts,
    visitors,
    asksForAccess: (id: string) =>
      visitors.some((visitor) => visitor.id === id && visitor.asksForAccess),
    hasUsedAccount: (id: string, account: string) =>
      visitors.some((visitor) => visitor.id === id && visitor.usedAccounts.has(account)),
  }
}

/** Two accounts share a mailbox; every third one is not confirmed. */
const accountsOf = (count: number): Account[] =>
  Array.from({ length: Math.max(1, Math.ceil(count / 2)) }, (_, index) => ({
    id: `account-${index + 1}`,
    mailbox: index % 3 === 2 ? null : `mailbox-${index === 1 ? 1 : index + 1}`,
  }))

const visitorsOf = (count: number, accounts: readonly Account[]): VisitorIdentity[] =>
  Array.from({ length: count }, (_, index) => {
    const account = index % 3 === 0 ? null : (accounts[index % accounts.length] ?? null)
    return {
      id: `visitor-${index + 1}`,
      account,
      usedAccounts: new Set(account ? [account.id] : []),
      address: `address-${index % 4 === 3 ? index : 1}`,
      asksForAccess: index % 4 === 0,
    }
  })
