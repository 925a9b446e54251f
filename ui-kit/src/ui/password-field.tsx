import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import { Field } from './field.tsx'

/** A password input with a button that shows the password. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'control'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      control={
        <button
          type="button"
          aria-label="Show what I type"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="grid w-12 place-items-center rounded text-ash transition-colors hover:text-brass-bright aria-pressed:text-brass"
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      }
    />
  )
}
