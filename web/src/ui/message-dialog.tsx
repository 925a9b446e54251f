import { useEffect, useEffectEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { DialogAction, Question } from '#ui/use-dialog.ts'

interface Props {
  question: Question<string>
  onAnswer: (answer: string | undefined) => void
}

const OK: DialogAction<string>[] = [{ label: 'OK', answer: 'ok' }]

export function MessageDialog({ question, onAnswer }: Props) {
  const { title, text, actions = OK, closesAfter } = question
  const dismiss = useEffectEvent(() => onAnswer(undefined))

  useEffect(() => {
    if (closesAfter === undefined) return
    const timer = setTimeout(dismiss, closesAfter)
    return () => clearTimeout(timer)
  }, [closesAfter])

  return (
    <Dialog
      title={title}
      text={text}
      onClose={() => onAnswer(undefined)}
      actions={actions.map(({ label, answer, variant }, index) => (
        <Button
          key={answer}
          variant={variant ?? (index === 0 ? 'primary' : 'quiet')}
          onClick={() => onAnswer(answer)}
        >
          {label}
        </Button>
      ))}
    />
  )
}
