import { type ReactNode, useEffect } from 'react'

interface Props {
  title: string
  /** Shown instead of the title. The title stays the name of the page. */
  heading?: ReactNode
  /** Beside the title. */
  tools?: ReactNode
  children: ReactNode
}

/** A page with its title and tools. */
export function Page({ title, heading, tools, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Office`
  }, [title])
  return (
    <main id="main" className="mx-auto w-full max-w-[100rem] p-4 pb-24 lg:px-6 lg:py-6 xl:px-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {heading ?? <h1 className="text-xl">{title}</h1>}
        {tools}
      </div>
      {children}
    </main>
  )
}
