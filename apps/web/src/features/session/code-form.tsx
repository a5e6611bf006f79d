import { ChevronLeft } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { type CodeKind, codeError } from '../../lib/account-fields.rules.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { signInSecondStep } from './sign-in.actors.ts'
import { type SignInAnswer, signInProblem } from './sign-in.rules.ts'

interface CodeFormProps {
  returnTo: string
  fetch?: typeof globalThis.fetch
  leave?: (address: string) => void
  /** To the password; with what is to be said there, where the first step was too long ago. */
  onBack: (problem: string | null) => void
}

/** The second step: what an authenticator shows, or one of the codes that were kept for the day when it is lost. */
export function CodeForm({
  returnTo,
  fetch = (...request) => window.fetch(...request),
  leave = (address) => window.location.assign(address),
  onBack,
}: CodeFormProps) {
  const [kind, setKind] = useState<CodeKind>('authenticator')
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<SignInAnswer | null>(null)
  const [missing, setMissing] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const isRecovery = kind === 'recovery'
  const problem = answer && signInProblem(answer)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const code = field.current?.value.trim() ?? ''
    if (busy) return
    const absent = codeError(code, kind)
    setMissing(absent)
    setAnswer(null)
    if (absent !== undefined) return field.current?.focus()
    setBusy(true)
    const given = await signInSecondStep(fetch, { code, returnTo })
    if (given.outcome === 'signedIn') return leave(returnTo)
    setBusy(false)
    if (given.outcome === 'tooLate') return onBack(signInProblem(given))
    setAnswer(given)
    field.current?.focus()
    field.current?.select()
  }

  function useOther() {
    setKind(isRecovery ? 'authenticator' : 'recovery')
    setMissing(undefined)
    setAnswer(null)
  }

  return (
    <form aria-label="Second step" className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      {problem !== null && <FormProblem>{problem}</FormProblem>}
      <CodeField
        key={kind}
        ref={field}
        kind={kind}
        autoFocus
        help={isRecovery ? 'Each of them works once.' : 'Six digits, from the app that you set up.'}
        error={missing}
      />
      <Button type="submit" kind="primary" size="touch" busy={busy} className="w-full">
        Sign in
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button kind="ghost" size="sm" icon={ChevronLeft} onClick={() => onBack(null)} className="-ml-2">
          Back to the password
        </Button>
        <Button kind="ghost" size="sm" onClick={useOther} className="-mr-2 text-link">
          {isRecovery ? 'Use your app' : 'Use a recovery code'}
        </Button>
      </div>
    </form>
  )
}
