import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field } from './field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'end' | 'size'> & {
  /** Tells a password manager which of the two to fill in or save. */
  autoComplete: 'current-password' | 'new-password'
}

/** A password field that can show its text. Pasting works, and nothing is cut off. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      size="lg"
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          // Not "Show password", because the field beside it has the name Password.
          aria-label={shown ? 'Hide what you typed' : 'Show what you typed'}
          onClick={() => setShown(!shown)}
          className="-mr-1.5 grid size-7 shrink-0 place-items-center rounded-sm text-muted hover:text-ink pointer-coarse:size-11"
        >
          <Icon aria-hidden size={17} strokeWidth={1.75} />
        </button>
      }
    />
  )
}
