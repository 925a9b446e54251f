/** The class names of the actions of a ticket: links and buttons with an icon. */
export const TICKET_ACTION =
  'inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-brass transition-colors hover:text-brass-bright disabled:text-ash print:hidden'
