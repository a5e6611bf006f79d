import { useSelector } from '@xstate/react'
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { codeError, knownPasswordError } from '../../../lib/account-fields.rules.ts'
import { CodeField } from '../../../ui/code-field.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { failureWords, isRefused } from '../failure-words.rules.ts'
import { KnownAccount } from './known-account.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { SecondFactorActor } from './second-factor.machine.ts'
import { inFours } from './security.rules.ts'
import { StepButton } from './step-button.tsx'

const QrCode = lazy(async () => {
  try {
    return { default: (await import('./qr-code.tsx')).QrCode }
  } catch {
    // The key beside it says the same.
    return { default: () => <p className="p-3 text-sm text-muted">The picture could not be fetched. Type the key.</p> }
  }
})

interface SetUpProps {
  actor: SecondFactorActor
  email: string
  offline: boolean
  /** Somebody wanted to leave while the codes stand there. */
  held: boolean
}

export function SetUp({ actor, email, offline, held }: SetUpProps) {
  const step = useSelector(actor, ({ value }) => value)
  const codes = useSelector(actor, ({ context }) => context.recoveryCodes)
  if (step === 'asking' || step === 'beginning') return <PasswordStep {...{ actor, email, offline }} />
  if (step === 'showing' || step === 'confirming') return <CodeStep {...{ actor, offline }} />
  return <RecoveryCodes {...{ codes, email, held }} onKept={() => actor.send({ type: 'codes.kept' })} />
}

function useStep(actor: SecondFactorActor) {
  const busy = useSelector(actor, (state) => state.hasTag('busy'))
  const error = useSelector(actor, ({ context }) => context.error)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error === null) return
    field.current?.focus()
    field.current?.select()
  }, [error])
  return { busy, error, field }
}

function PasswordStep({ actor, email, offline }: Omit<SetUpProps, 'held'>) {
  const { busy, error, field } = useStep(actor)
  const [missing, setMissing] = useState<string>()
  const wrong = isRefused(error, 'wrong_password') ? failureWords(error) : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    const password = field.current?.value ?? ''
    const absent = knownPasswordError(password)
    setMissing(absent)
    if (absent !== undefined) return field.current?.focus()
    if (!busy && !offline) actor.send({ type: 'password.given', password })
  }

  return (
    <StepForm label="Make sure that it is you" onSubmit={submit} error={wrong === undefined ? error : null}>
      <p className="text-sm text-muted">
        From then on, signing in asks for a code of an app on your phone, such as Google Authenticator, 1Password or
        Microsoft Authenticator. First we make sure that it is you.
      </p>
      <KnownAccount email={email} />
      <PasswordField
        ref={field}
        label="Your password"
        autoComplete="current-password"
        autoFocus
        error={missing ?? wrong}
        onChange={() => actor.send({ type: 'words.changed' })}
      />
      <StepButton {...{ busy, offline }}>Continue</StepButton>
    </StepForm>
  )
}

function CodeStep({ actor, offline }: Pick<SetUpProps, 'actor' | 'offline'>) {
  const { busy, error, field } = useStep(actor)
  const secret = useSelector(actor, ({ context }) => context.secret)
  const [missing, setMissing] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const wrong = isRefused(error, 'wrong_code') ? failureWords(error) : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    const code = field.current?.value.trim() ?? ''
    const absent = codeError(code, 'authenticator')
    setMissing(absent)
    if (absent !== undefined) return field.current?.focus()
    if (!busy && !offline) actor.send({ type: 'code.given', code })
  }

  return (
    <StepForm label="Your app" onSubmit={submit} error={wrong === undefined ? error : null}>
      <h3 ref={heading} tabIndex={-1} className="text-md font-semibold tracking-tight outline-none">
        Add Foyer to your app
      </h3>
      {secret && (
        <>
          <p className="text-sm text-muted">Take a picture of this in the app, or type the key below it.</p>
          <div className="mx-auto aspect-square w-full max-w-52">
            <Suspense fallback={null}>
              <QrCode text={secret.uri} label="The key for your app, as a picture" />
            </Suspense>
          </div>
          <div>
            <p className="text-sm font-medium">Key</p>
            <p className="num mt-1 flex flex-wrap gap-x-2.5 gap-y-1 font-mono text-base">
              {inFours(secret.secret).map((four, place) => (
                <span key={place}>{four}</span>
              ))}
            </p>
            <CopyButton text={secret.secret} className="mt-2">
              Copy the key
            </CopyButton>
          </div>
        </>
      )}
      <CodeField
        ref={field}
        kind="authenticator"
        help="The six digits that the app shows now."
        error={missing ?? wrong}
        onChange={() => actor.send({ type: 'words.changed' })}
      />
      <StepButton {...{ busy, offline }}>Turn it on</StepButton>
      <p className="text-xs text-subtle">Your other devices are signed out then.</p>
    </StepForm>
  )
}

interface StepFormProps {
  label: string
  onSubmit: (event: FormEvent) => void
  /** Of no field. */
  error: unknown
  children: ReactNode
}

function StepForm({ label, onSubmit, error, children }: StepFormProps) {
  return (
    <form aria-label={label} noValidate onSubmit={onSubmit} className="space-y-4 p-4">
      {children}
      {error !== null && <FormProblem>{failureWords(error)}</FormProblem>}
    </form>
  )
}
