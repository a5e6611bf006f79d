import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { type CodeKind, codeError } from '../../lib/account-fields.rules.ts'
import { usePlainForm } from '../../lib/use-plain-form.ts'
import { useSubmission } from '../../lib/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { SignInRefused, signInSecondStep } from './sign-in.actors.ts'
import { signInProblem } from './sign-in.rules.ts'

interface CodeFormProps {
  returnTo: string
  fetch?: typeof globalThis.fetch
  leave?: (address: string) => void
  /** Returns to the password, with a message when the first step was too long ago. */
  onBack: (problem: string | null) => void
}

/** The second step of the sign-in: a code of an authenticator app, or a recovery code. */
export function CodeForm({
  returnTo,
  fetch = (...request) => window.fetch(...request),
  leave = (address) => window.location.assign(address),
  onBack,
}: CodeFormProps) {
  const [kind, setKind] = useState<CodeKind>('authenticator')
  const isRecovery = kind === 'recovery'
  const submission = useSubmission(async ({ code }: { code: string }) => {
    const answer = await signInSecondStep(fetch, { code: code.trim(), returnTo })
    if (answer.outcome === 'signedIn') leave(returnTo)
    else if (answer.outcome === 'tooLate') onBack(signInProblem(answer))
    else throw new SignInRefused(answer)
  })
  const form = usePlainForm({
    checks: { code: (typed: string) => codeError(typed, kind) },
    submission,
    about: () => ({ field: 'code' }),
  })
  const problem = form.problem instanceof SignInRefused ? signInProblem(form.problem.answer) : null

  function useOther() {
    setKind(isRecovery ? 'authenticator' : 'recovery')
    form.clear()
  }

  return (
    <form aria-label="Second step" className="space-y-4" noValidate onSubmit={form.onSubmit}>
      {problem !== null && <FormProblem>{problem}</FormProblem>}
      <CodeField
        {...form.field('code')}
        key={kind}
        kind={kind}
        autoFocus
        help={isRecovery ? 'Each code works once.' : 'The six digits from your app.'}
      />
      <Button type="submit" kind="primary" size="touch" busy={form.busy} className="w-full">
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
