/** The name of the visitor who started a selection, for the friends. */
export const UNNAMED_FRIEND = 'Your friend'
