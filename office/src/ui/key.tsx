/** The key of a button, on wide windows. */
export const Key = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="font-sans text-sm font-normal opacity-70 max-lg:hidden">
    {children}
  </span>
)
