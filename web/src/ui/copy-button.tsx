import { notify } from '@marquee/ui-kit/ui/notify.ts'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { announce } from './announcer.tsx'

interface Props {
  /** The text to copy. */
  text: string
  label: string
}

/** Copies a text. Not shown without a clipboard: browsers only offer it over https and on this machine. */
export function CopyButton({ text, label }: Props) {
  const [copied, setCopied] = useState(false)
  if (!navigator.clipboard) return null

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce('Copied')
    } catch {
      notify('Your browser does not allow copying. Please select the text instead.', {
        kind: 'copy',
      })
    }
  }
  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      onClick={copy}
      className="inline-flex min-h-11 items-center gap-2 px-2 text-sm font-semibold text-brass transition-colors hover:text-brass-bright"
    >
      <Icon aria-hidden="true" className="size-4" />
      <span>{copied ? 'Copied' : label}</span>
    </button>
  )
}
