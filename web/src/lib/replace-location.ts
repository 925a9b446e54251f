/** Loads another document. It replaces the current page in the history, so Back leads to the page before. */
export const replaceLocation = (url: string) => window.location.replace(url)
