import ChevronDown from 'lucide-react/icons/chevron-down'
import * as Radix from 'radix-ui/accordion'
import { type ReactNode, useState } from 'react'

export interface AccordionItem {
  heading: string
  content: ReactNode
}

/** At most one item is open. Pressing the open item closes it. Without JavaScript all items are open. */
export function Accordion({ items }: { items: AccordionItem[] }) {
  const [openItem, setOpenItem] = useState('')

  return (
    <Radix.Root
      type="single"
      collapsible
      value={openItem}
      onValueChange={setOpenItem}
      className="border-t border-brass/25"
    >
      {items.map(({ heading, content }) => (
        <Radix.Item key={heading} value={heading} className="border-b border-brass/25">
          <Radix.Header asChild>
            <h2 className="font-sans tracking-normal">
              <Radix.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 px-2 py-4 text-start text-base font-medium transition-colors hover:text-brass-bright data-[state=open]:text-brass">
                <span>{heading}</span>
                <ChevronDown
                  aria-hidden="true"
                  className="size-5 shrink-0 text-brass transition-transform group-data-[state=open]:rotate-180"
                />
              </Radix.Trigger>
            </h2>
          </Radix.Header>
          <Radix.Content
            forceMount
            hidden={heading !== openItem}
            className="accordion-content reveal px-2 pb-6 text-ash"
          >
            {content}
          </Radix.Content>
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}
