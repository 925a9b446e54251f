import { useCopy } from '@marquee/ui-kit/ui/use-copy.ts'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { announce } from './announcer.tsx'

interface Props {
  /** The text to copy. */
  text: string
  label: string
}

/** Copies a text. Not shown without a clipboard. */
export function CopyButton({ text, label }: Props) {
  const { isCopied, copy } = useCopy(text)
  if (!copy) return null
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      onClick={async () => (await copy()) && announce('Copied')}
      className="inline-flex min-h-11 items-center gap-2 px-2 text-sm font-semibold text-brass transition-colors hover:text-brass-bright"
    >
      <Icon aria-hidden="true" className="size-4" />
      <span>{isCopied ? 'Copied' : label}</span>
    </button>
  )
}
