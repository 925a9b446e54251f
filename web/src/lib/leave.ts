/** Loads another document. The current page leaves the history, so Back leads to the page before it. */
export const leaveFor = (address: string) => window.location.replace(address)
