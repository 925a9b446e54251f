import type { Scope } from '@marquee/contract/office/office-endpoint'

/** What devices and people of a scope may do. */
export const SCOPE_TEXTS: Record<Scope, string> = {
  manager: 'Manager: everything',
  counter: 'Counter: sell, find, reprint',
  door: 'Door: let people in',
  valet: 'Valet: park and return vehicles',
  reports: 'Reports: read only',
}
