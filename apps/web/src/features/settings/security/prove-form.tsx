import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type CodeKind, codeError, knownPasswordError } from '../../../lib/account-fields.rules.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { failureWords, isRefused } from '../failure-words.rules.ts'
import { KnownAccount } from './known-account.tsx'
import { StepButton } from './step-button.tsx'

export interface Proof {
  password: string
  code: string
}

interface ProveFormProps {
  email: string
  /** What follows. */
  detail: string
  confirm: string
  danger?: boolean
  busy: boolean
  offline: boolean
  error: unknown
  onProve: (proof: Proof) => void
  onChange: () => void
}

type Wrong = { password?: string | undefined; code?: string | undefined }

/** Password and code together, before what protects the account is taken away or made anew. */
export function ProveForm(props: ProveFormProps) {
  const { email, detail, confirm, danger = false, busy, offline, error, onProve, onChange } = props
  const [kind, setKind] = useState<CodeKind>('authenticator')
  const [missing, setMissing] = useState<Wrong>({})
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const wrongPassword = isRefused(error, 'wrong_password') ? failureWords(error) : undefined
  const wrongCode = isRefused(error, 'wrong_code') ? failureWords(error) : undefined
  const isRecovery = kind === 'recovery'

  useEffect(() => {
    const field = wrongPassword ? password : wrongCode ? code : null
    field?.current?.focus()
    field?.current?.select()
  }, [wrongPassword, wrongCode])

  function submit(event: FormEvent) {
    event.preventDefault()
    const proof = { password: password.current?.value ?? '', code: code.current?.value.trim() ?? '' }
    const absent: Wrong = { password: knownPasswordError(proof.password), code: codeError(proof.code, kind) }
    setMissing(absent)
    if (absent.password) return password.current?.focus()
    if (absent.code) return code.current?.focus()
    if (!busy && !offline) onProve(proof)
  }

  return (
    <form aria-label={confirm} noValidate onSubmit={submit} className="space-y-4 p-4">
      <p className="text-sm text-muted">{detail}</p>
      <KnownAccount email={email} />
      <PasswordField
        ref={password}
        label="Your password"
        autoComplete="current-password"
        autoFocus
        error={missing.password ?? wrongPassword}
        onChange={onChange}
      />
      <div>
        <CodeField
          key={kind}
          ref={code}
          kind={kind}
          help={isRecovery ? 'Each of them works once.' : 'The six digits that your app shows now.'}
          error={missing.code ?? wrongCode}
          onChange={onChange}
        />
        <Button
          kind="ghost"
          size="sm"
          className="mt-1 -ml-2 text-link"
          onClick={() => setKind(isRecovery ? 'authenticator' : 'recovery')}
        >
          {isRecovery ? 'Use your app' : 'Use a recovery code'}
        </Button>
      </div>
      {error !== null && !wrongPassword && !wrongCode && <FormProblem>{failureWords(error)}</FormProblem>}
      <StepButton {...{ busy, offline, danger }}>{confirm}</StepButton>
    </form>
  )
}
