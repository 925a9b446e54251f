import { findAccountOrAddressRefusal } from '../rules/limits.ts'
import { placesChosenBy } from '../rules/places.ts'
import { keysOf, type Requester } from '../rules/requester.ts'
import {
  accept,
  type Claim,
  type Decision,
  findChooser,
  type HoldMoment,
  keysOfClaim,
  type Selection,
  type ShowtimeState,
} from '../state.ts'
import { replaceChooser } from './hold.ts'

interface AdoptCommand {
  /** The keys of the visitor who has signed in. The address is not used. */
  requester: Requester
  isConfirmed: boolean
}

/**
 * What a visitor has chosen without an account counts for the account that has signed in, unless the account would exceed its limits. With
 * a confirmed email it counts among the confirmed visitors of its address.
 */
export function adopt(
  state: ShowtimeState,
  { requester, isConfirmed }: AdoptCommand,
  moment: HoldMoment,
): Decision<null> {
  const visitor = requester.holder
  const changed = [...state.selections.values()].flatMap((selection): Selection[] => {
    const chooser = findChooser(selection, visitor)
    if (!chooser || chooser.account !== null) return []
    const places = placesChosenBy(state, { holder: selection.holder, visitor })
    const withoutAddress = {
      ...requester,
      address: null,
      confirmedAddress: null,
      holder: selection.holder,
    }
    const refusal = findAccountOrAddressRefusal(
      state,
      { requester: withoutAddress, placeIds: [], isSale: false },
      { places, moment },
    )
    if (places.length === 0 || refusal) return []
    const { account, mailbox } = keysOf(requester)
    const address = isConfirmed
      ? { address: null, confirmedAddress: chooser.confirmedAddress ?? chooser.address }
      : {}
    return [replaceChooser(selection, { ...chooser, account, mailbox, ...address })]
  })
  return accept(null, changed.length > 0 ? { selections: changed } : undefined)
}

/** An account is deleted: what it has chosen is released, and nothing that it has bought counts for it any more. */
export function forgetAccount(
  state: ShowtimeState,
  { account }: { account: string },
): Decision<null> {
  const claims = [...state.claims].flatMap(([id, claim]): [string, Claim | null][] => {
    if (keysOfClaim(state, claim).account !== account) return []
    return [[id, claim.kind === 'sold' ? { ...claim, account: null } : null]]
  })
  return accept(null, { claims })
}
