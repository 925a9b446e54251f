/** Takes the whole page elsewhere. It does not stay behind: Go Back leads to the page before it. */
export const leaveFor = (address: string) => window.location.replace(address)
