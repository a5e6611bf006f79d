import { useState } from 'react'
import { type CodeKind, codeError, knownPasswordError } from '../../../lib/account-fields.rules.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormPassword, useFieldError } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import { KnownAccount } from './known-account.tsx'

export interface Proof {
  password: string
  code: string
}

interface ProveFormProps {
  email: string
  /** Explains what the action causes. */
  detail: string
  confirm: string
  danger?: boolean
  onProve: (proof: Proof) => Promise<unknown>
}

/** Asks for password and code, because only the owner may remove or replace the account's protection. */
export function ProveForm({ email, detail, confirm, danger = false, onProve }: ProveFormProps) {
  const [kind, setKind] = useState<CodeKind>('authenticator')
  const isRecovery = kind === 'recovery'
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({ password: knownPasswordError(password), code: codeError(code, kind) }),
    send: ({ password, code }) => onProve({ password, code: code.trim() }),
    refusedFields: { wrong_password: 'password', wrong_code: 'code' },
  })
  const codeProblem = useFieldError(form, 'code')
  return (
    <Form form={form} label={confirm} className="space-y-4 p-4">
      <p className="text-sm text-muted">{detail}</p>
      <KnownAccount email={email} />
      <FormPassword form={form} name="password" label="Your password" autoComplete="current-password" autoFocus />
      <div>
        <CodeField
          {...form.register('code')}
          key={kind}
          kind={kind}
          help={isRecovery ? 'Each code works once.' : 'The six digits your app shows now.'}
          error={codeProblem}
        />
        <Button
          kind="ghost"
          size="sm"
          className="mt-1 -ml-2 text-link"
          onClick={() => {
            form.resetField('code')
            setKind(isRecovery ? 'authenticator' : 'recovery')
          }}
        >
          {isRecovery ? 'Use your app' : 'Use a recovery code'}
        </Button>
      </div>
      <Problem form={form} />
      <Submit form={form} kind={danger ? 'danger' : 'primary'} size="lg" className="w-full">
        {confirm}
      </Submit>
    </Form>
  )
}
