/** The prevailing colour of each artwork, shown until it has arrived. */
export const posterTints: Readonly<Record<string, string>> = {}
