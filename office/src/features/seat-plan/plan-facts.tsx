import type { ReactNode } from 'react'
import { type Fact, Facts } from '#ui/facts.tsx'

interface Props {
  title: string
  facts: Fact[]
  /** Below the numbers. */
  note?: ReactNode
}

/** The numbers of a plan: who is concerned, what it costs. */
export const PlanFacts = ({ title, facts, note }: Props) => (
  <section aria-label="The plan" className="panel grid gap-4 p-4">
    <h2 className="font-semibold">{title}</h2>
    <Facts
      facts={facts}
      className="grid-cols-2 gap-x-4 sm:grid-cols-4 xl:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]"
    />
    {note && <p className="text-ash">{note}</p>}
  </section>
)
