import { useId } from 'react'

type Answer = readonly [task: string, answer: string]

interface Props {
  /** At most three. The task completes "How do I …?". */
  answers: readonly [Answer, Answer?, Answer?]
}

/** Answers the most frequent questions about a page. */
export function HowDoI({ answers }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8 max-w-3xl">
      <h2 id={id} className="mb-1 font-semibold">
        How do I …
      </h2>
      {answers.map(
        (answer) =>
          answer && (
            <details key={answer[0]} className="border-t border-rule">
              <summary className="min-h-11 cursor-pointer py-2.5">… {answer[0]}?</summary>
              <p className="max-w-prose pb-3 text-ash">{answer[1]}</p>
            </details>
          ),
      )}
    </section>
  )
}
