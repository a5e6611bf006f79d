import { useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { codeError, knownPasswordError } from '../../../lib/account-fields.rules.ts'
import { usePlainForm } from '../../../lib/use-plain-form.ts'
import { failureMessage, isRefused } from '../../../parts/failure-message.rules.ts'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { KnownAccount } from './known-account.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { SecondFactorActor } from './second-factor.machine.ts'
import { inFours } from './security.rules.ts'

const QrCode = lazy(async () => {
  try {
    return { default: (await import('./qr-code.tsx')).QrCode }
  } catch {
    // The key beside it can be typed instead.
    return { default: () => <p className="p-3 text-sm text-muted">The QR code didn’t load. Type the key instead.</p> }
  }
})

interface SetUpProps {
  actor: SecondFactorActor
  email: string
  offline: boolean
  /** The user tried to close the drawer while the recovery codes are shown. */
  held: boolean
}

export function SetUp({ actor, email, offline, held }: SetUpProps) {
  const step = useSelector(actor, ({ value }) => value)
  const codes = useSelector(actor, ({ context }) => context.recoveryCodes)
  if (step === 'asking' || step === 'beginning') return <PasswordStep {...{ actor, email, offline }} />
  if (step === 'showing' || step === 'confirming') return <CodeStep {...{ actor, offline }} />
  return <RecoveryCodes {...{ codes, email, held }} onKept={() => actor.send({ type: 'codes.kept' })} />
}

/** The form of one step. The machine sends; the form shows the error at its field. */
function useStepForm(
  actor: SecondFactorActor,
  offline: boolean,
  check: (typed: string) => string | undefined,
  step: Step,
) {
  const busy = useSelector(actor, (state) => state.hasTag('busy'))
  const error = useSelector(actor, ({ context }) => context.error)
  return usePlainForm({
    checks: { typed: check },
    submission: {
      busy,
      done: false,
      error,
      submit: async ({ typed }) => {
        actor.send(step.event(typed))
        return true
      },
      forget: () => actor.send({ type: 'words.changed' }),
    },
    about: (failure) => ({
      field: 'typed',
      message: isRefused(failure, step.refusal) ? failureMessage(failure) : undefined,
    }),
    blocked: offline,
  })
}

interface Step {
  refusal: 'wrong_password' | 'wrong_code'
  event: (typed: string) => Parameters<SecondFactorActor['send']>[0]
}

const PASSWORD: Step = {
  refusal: 'wrong_password',
  event: (password) => ({ type: 'password.given', password }),
}
const CODE: Step = { refusal: 'wrong_code', event: (code) => ({ type: 'code.given', code: code.trim() }) }

function PasswordStep({ actor, email, offline }: Omit<SetUpProps, 'held'>) {
  const form = useStepForm(actor, offline, knownPasswordError, PASSWORD)
  return (
    <StepForm label="Confirm it’s you" submit="Continue" {...{ form, offline }}>
      <p className="text-sm text-muted">
        After this, signing in asks for a code from an app on your phone, such as Google Authenticator, 1Password or
        Microsoft Authenticator. First, confirm it’s you.
      </p>
      <KnownAccount email={email} />
      <PasswordField {...form.field('typed')} label="Your password" autoComplete="current-password" autoFocus />
    </StepForm>
  )
}

function CodeStep({ actor, offline }: Pick<SetUpProps, 'actor' | 'offline'>) {
  const form = useStepForm(actor, offline, (typed) => codeError(typed, 'authenticator'), CODE)
  const secret = useSelector(actor, ({ context }) => context.secret)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <StepForm label="Your app" submit="Turn it on" note="Your other devices will be signed out." {...{ form, offline }}>
      <h3 ref={heading} tabIndex={-1} className="text-md font-semibold tracking-tight outline-none">
        Add Foyer to your app
      </h3>
      {secret && (
        <>
          <p className="text-sm text-muted">Scan this QR code with the app, or type the key below it.</p>
          <div className="mx-auto aspect-square w-full max-w-52">
            <Suspense fallback={null}>
              <QrCode text={secret.uri} label="The key for your app, to scan" />
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
      <CodeField {...form.field('typed')} kind="authenticator" help="The six digits the app shows now." />
    </StepForm>
  )
}

interface StepFormProps {
  label: string
  submit: string
  note?: string
  form: ReturnType<typeof useStepForm>
  offline: boolean
  children: ReactNode
}

function StepForm({ label, submit, note, form, offline, children }: StepFormProps) {
  return (
    <form aria-label={label} noValidate onSubmit={form.onSubmit} className="space-y-4 p-4">
      {children}
      {form.problem !== null && <FormProblem>{failureMessage(form.problem)}</FormProblem>}
      <Button
        type="submit"
        kind="primary"
        size="lg"
        busy={form.busy}
        disabledReason={offlineReason(offline)}
        className="w-full"
      >
        {submit}
      </Button>
      {note !== undefined && <p className="text-xs text-subtle">{note}</p>}
    </form>
  )
}
