const PREFIX = 'offer '

/** The holder of the seats of an offer until its account opens it. No browser has such an id. */
export const offerHolder = (entryId: string) => `${PREFIX}${entryId}`

export const isOfferHolder = (holder: string) => holder.startsWith(PREFIX)
