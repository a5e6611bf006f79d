import type { Role } from '@foyer/contracts/organization.ts'
import { Send } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { emailError } from '../../../lib/account-fields.rules.ts'
import { roleChoices } from '../../../lib/roles.rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { Select } from '../../../ui/select.tsx'
import { failureWords, issueOf } from '../failure-words.rules.ts'
import { OFFLINE, useOffline } from '../use-offline.ts'
import { type Invited, useInvite } from './members.queries.ts'

/** The role most people have. */
const USUAL: Role = 'agent'

export function InviteForm({ organizationId }: { organizationId: string }) {
  const offline = useOffline()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>(USUAL)
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const last = useRef<Invited | null>(null)
  const invite = useInvite(organizationId)
  const wrong = issueOf(invite.error, 'email') ?? (tried ? emailError(email) : undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (offline || invite.isPending) return
    const typed = email.trim()
    setTried(true)
    if (emailError(typed) !== undefined) return field.current?.focus()
    const before = last.current
    const isSame = invite.isError && before?.email === typed && before.role === role
    const asked = isSame ? before : { email: typed, role, key: crypto.randomUUID() }
    last.current = asked
    invite.mutate(asked, {
      onSuccess: () => {
        setEmail('')
        setTried(false)
        notifySuccess(`Invitation sent to ${typed}`)
      },
      onError: () => field.current?.focus(),
    })
  }

  return (
    <form aria-label="Invite somebody" noValidate onSubmit={submit} className="space-y-3">
      <div className="flex flex-wrap items-start gap-3">
        <Field
          ref={field}
          label="Email"
          type="email"
          size="lg"
          autoComplete="off"
          value={email}
          error={wrong}
          className="min-w-0 flex-1 basis-56"
          onChange={({ target }) => {
            setEmail(target.value)
            if (invite.isError) invite.reset()
          }}
        />
        <div>
          <p aria-hidden className="mb-1 text-sm font-medium">
            Role
          </p>
          <Select
            label="Role"
            value={role}
            choices={roleChoices}
            onChange={setRole}
            className="h-10! w-36 max-md:h-11!"
          />
        </div>
        <Button
          type="submit"
          kind="primary"
          size="lg"
          icon={Send}
          busy={invite.isPending}
          disabledReason={offline ? OFFLINE : undefined}
          className="mt-5.5"
        >
          Send invitation
        </Button>
      </div>
      {invite.isError && wrong === undefined && <FormProblem>{failureWords(invite.error)}</FormProblem>}
    </form>
  )
}
