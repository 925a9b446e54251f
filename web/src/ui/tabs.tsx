import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'

interface Tab<Value extends string> {
  value: Value
  label: string
  content: ReactNode
}

interface Props<Value extends string> {
  /** The accessible name of the tab list. */
  label: string
  tabs: Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
}

export function Tabs<Value extends string>({ label, tabs, value, onChange }: Props<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Radix.List
        aria-label={label}
        className="flex flex-wrap justify-center gap-2 border-b border-brass/25"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 border-b-2 border-transparent px-6 py-2 font-semibold tracking-label text-ash transition-colors hover:text-brass-bright data-[state=active]:border-brass data-[state=active]:text-brass forced-colors:border-[Canvas] forced-colors:data-[state=active]:border-[Highlight]"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-8">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
