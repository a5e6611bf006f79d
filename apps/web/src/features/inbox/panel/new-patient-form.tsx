import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { ChevronLeft } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { failureWords } from './failure-words.rules.ts'
import { errorsOf, type NewPatient, newPatientErrors } from './new-patient.rules.ts'
import { type Told, useCreatePatient } from './use-assign.ts'

interface NewPatientFormProps {
  conversation: Conversation
  today: string
  offline: boolean
  onRead: Told
  onDone: () => void
  onBack: () => void
}

/** [CALL-INBOX-27] Somebody who is not in the records yet. What is typed stays until it is saved. */
export function NewPatientForm({ conversation, today, offline, onRead, onDone, onBack }: NewPatientFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<NewPatient>(() => ({
    firstName: '',
    lastName: '',
    dob: '',
    phoneNumber: displayPhone(conversation.phoneNumber),
    mrn: '',
  }))
  const [tried, setTried] = useState(false)
  const create = useCreatePatient({ conversation, onRead, onDone })
  const mine = newPatientErrors(typed, today)
  const theirs = create.error instanceof CallError ? errorsOf(create.error.issues) : {}
  const errors = { ...theirs, ...(tried ? mine : {}) }

  const field = (name: keyof NewPatient) => ({
    name,
    value: typed[name],
    error: errors[name],
    size: 'lg' as const,
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
      setTyped((before) => ({ ...before, [name]: value }))
      if (theirs[name]) create.reset()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (offline || create.isPending) return
    setTried(true)
    const [wrong] = Object.keys(mine)
    if (wrong === undefined) create.mutate(typed)
    else form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
  }

  return (
    <form ref={form} aria-label="New patient" onSubmit={submit} noValidate className="flex min-h-full flex-col">
      <div className="space-y-4 p-4">
        <Button size="sm" kind="ghost" icon={ChevronLeft} onClick={onBack} className="-ml-2 pointer-coarse:h-11">
          Back to the search
        </Button>
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="First name" autoComplete="off" {...field('firstName')} />
          <Field label="Last name" autoComplete="off" {...field('lastName')} />
        </div>
        <Field label="Birth date" type="date" max={today} {...field('dob')} />
        <Field label="Phone" type="tel" autoComplete="off" {...field('phoneNumber')} />
        <Field label="MRN" help="If the records have one" autoComplete="off" {...field('mrn')} />
        {create.isError && (
          <p role="alert" className="text-sm text-bad-text">
            {`${failureWords(create.error)} What you typed is still here.`}
          </p>
        )}
      </div>
      <DialogFoot>
        <span />
        <Button
          type="submit"
          kind="primary"
          busy={create.isPending}
          disabledReason={offline ? 'You are offline. Adding a patient waits until you are back.' : undefined}
          className="pointer-coarse:h-11"
        >
          Add and assign
        </Button>
      </DialogFoot>
    </form>
  )
}
