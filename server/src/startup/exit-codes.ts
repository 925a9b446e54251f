// Exit codes of the server and its commands, after sysexits(3).

export const FAILURE = 1
export const USAGE = 64
export const DATA_ERROR = 65
export const UNAVAILABLE = 69
export const DATA_UNUSABLE = 74
export const CONFIGURATION = 78
