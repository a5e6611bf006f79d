import type { ComponentProps } from 'react'
import type { CodeKind } from '../lib/account-fields.rules.ts'
import { Field } from './field.tsx'

type CodeFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'label' | 'size'> & { kind: CodeKind }

/** A field for the six digits of an authenticator, or for a recovery code. */
export function CodeField({ kind, ...field }: CodeFieldProps) {
  const isRecovery = kind === 'recovery'
  return (
    <Field
      {...field}
      type="text"
      size="lg"
      label={isRecovery ? 'Recovery code' : 'Code'}
      autoComplete="one-time-code"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}
