import type { Account } from '@foyer/contracts/session/account-calls.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { nameError } from '../../../lib/account-fields.rules.ts'
import { useApi, useApp } from '../../../parts/parts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { useAccount, useAccountChanged } from '../account.queries.ts'
import { failureWords, issueOf } from '../failure-words.rules.ts'
import { SettingsPage } from '../page-parts.tsx'
import { Asked } from '../page-states.tsx'
import { OFFLINE, useOffline } from '../use-offline.ts'

export function Component() {
  const account = useAccount()
  return (
    <SettingsPage title="Profile" lead="How your colleagues see you, in every organization that you belong to.">
      <Asked query={account} what="Your profile">
        {(found) => <ProfileForm account={found} />}
      </Asked>
    </SettingsPage>
  )
}

function ProfileForm({ account }: { account: Account }) {
  const api = useApi()
  const app = useApp()
  const changed = useAccountChanged()
  const offline = useOffline()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(account.name)
  const [tried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: (typed: string) => api('updateProfile', { body: { name: typed } }),
    onSuccess: ({ data }) => {
      changed.take(data)
      setName(data.name)
      const { user, organizations } = app.mainContext
      if (user) app.signIn({ ...user, name: data.name }, organizations)
      notifySuccess('Name saved')
    },
  })
  const wrong = issueOf(save.error, 'name') ?? (tried ? nameError(name) : undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (offline || save.isPending) return
    if (nameError(name) === undefined) save.mutate(name.trim())
    else field.current?.focus()
  }

  return (
    <form aria-label="Profile" noValidate onSubmit={submit} className="max-w-110 space-y-4 px-4 py-5 md:px-5">
      <Field
        ref={field}
        label="Name"
        size="lg"
        autoComplete="name"
        dir="auto"
        value={name}
        error={wrong}
        onChange={({ target }) => {
          setName(target.value)
          if (save.isError) save.reset()
        }}
      />
      <Field
        label="Email"
        type="email"
        size="lg"
        autoComplete="username"
        readOnly
        value={account.email}
        help="You sign in with it. Ask an admin if it should be another one."
      />
      {account.identityProvider !== null && (
        <p className="text-sm wrap-anywhere text-muted">
          You sign in by <bdi className="font-medium text-ink">{account.identityProvider}</bdi>.
        </p>
      )}
      {save.isError && wrong === undefined && <FormProblem>{failureWords(save.error)}</FormProblem>}
      <Button type="submit" kind="primary" busy={save.isPending} disabledReason={offline ? OFFLINE : undefined}>
        Save
      </Button>
    </form>
  )
}
