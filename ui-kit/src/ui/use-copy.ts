import { useState } from 'react'
import { notify } from './notify.ts'

/**
 * Copies a text. `copy` returns whether the browser allowed it, and is undefined without a clipboard: browsers only offer it over https and on this
 * machine.
 */
export function useCopy(text: string) {
  const [copied, setCopied] = useState<string>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
      return true
    } catch {
      notify('Your browser does not allow copying.', { kind: 'copy' })
      return false
    }
  }
  return { isCopied: copied === text, copy: navigator.clipboard ? copy : undefined }
}
