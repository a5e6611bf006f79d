import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { useSelector } from '@xstate/react'
import { Send } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FieldFrame, fieldEdge } from '../../ui/field-frame.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { faxFailure } from './fax-failure.rules.ts'
import type { FaxFormActor } from './fax-form.machine.ts'
import { ACCEPTED, fieldOf, type Problems } from './fax-form.rules.ts'
import { OpeningFax, RepeatedFax } from './repeated-fax.tsx'
import { useRecipients } from './use-recipients.ts'

interface FaxFormProps {
  actor: FaxFormActor
  organizationId: string
  timezone: string
}

/** [ENTITY-28] Exactly three inputs: the file, the number, the note. Of a fax that is repeated only the number changes. */
export function FaxForm({ actor, organizationId, timezone }: FaxFormProps) {
  const { values, problems, error, sent, sentTo, isTried, repeated } = useSelector(actor, ({ context }) => context)
  const state = useSelector(actor, ({ value }) => value)
  const isBusy = state === 'sending'
  const offline = useOffline()
  const recipients = useRecipients(organizationId)
  const form = useRef<HTMLFormElement>(null)
  const number = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useId()
  const told = { ...refusedFields(error), ...problems }
  const isTold = Object.keys(refusedFields(error)).length > 0

  useEffect(() => {
    if (sentTo !== null) notifySuccess(`Fax to ${displayPhone(sentTo)} is on its way`)
  }, [sentTo])
  // The one thing that is left to do.
  useEffect(() => {
    if (repeated !== null) number.current?.focus()
  }, [repeated])
  // The first field that is wrong gets the focus, once per try and once per refusal.
  const isWrong = Object.keys(told).length > 0
  useEffect(() => {
    if (isTried && isWrong) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [isTried, isWrong])
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])

  if (state === 'opening' || state === 'unopened') return <OpeningFax actor={actor} />

  function submit(event: FormEvent) {
    event.preventDefault()
    if (offline || isBusy) return
    // The fields can't have the focus while the fax is sent.
    button.current?.focus()
    actor.send({ type: 'send' })
  }
  return (
    <form ref={form} aria-label="Fax" noValidate onSubmit={submit}>
      {/* A fax under way goes as it was sent, so nothing is typed meanwhile. */}
      <fieldset disabled={isBusy} className="min-w-0 space-y-4">
        {repeated !== null && <RepeatedFax fax={repeated} timezone={timezone} />}
        {repeated === null && (
          <FileInput
            // Another element after a fax was sent: a browser keeps the name of the chosen file.
            key={sent}
            file={values.file}
            error={told.file}
            onChange={(file) => actor.send({ type: 'changed', values: { file } })}
          />
        )}
        <Field
          ref={number}
          label="To fax number"
          size="lg"
          type="tel"
          autoComplete="off"
          list={list}
          value={values.number}
          maxLength={60}
          help="A number in the US or Canada. +1 is added."
          error={told.number}
          onChange={({ target }) => actor.send({ type: 'changed', values: { number: target.value } })}
        />
        {repeated === null && (
          <TextArea
            label="Note"
            rows={4}
            value={values.note}
            help="Stands on the cover, which always comes first."
            error={told.note}
            onChange={({ target }) => actor.send({ type: 'changed', values: { note: target.value } })}
          />
        )}
      </fieldset>
      <datalist id={list}>
        {recipients.map(({ number, name }) => (
          <option key={number} value={displayPhone(number)} label={name ?? undefined} />
        ))}
      </datalist>
      <div className="mt-4 space-y-4">
        {error !== null && !isTold && (
          <FormProblem>{`${faxFailure(error)} What you entered is still here.`}</FormProblem>
        )}
        <Button
          ref={button}
          type="submit"
          kind="primary"
          size="lg"
          icon={Send}
          busy={isBusy}
          disabledReason={offlineReason(offline, 'Sending')}
        >
          Send fax
        </Button>
      </div>
    </form>
  )
}

interface FileInputProps {
  file: File | null
  error: string | undefined
  onChange: (file: File | null) => void
}

function FileInput({ file, error, onChange }: FileInputProps) {
  // A new element does not show a file that was chosen before.
  const [before] = useState(file)
  const help =
    before !== null && before === file ? `${file.name} is still chosen.` : 'PDF, Word, PNG or JPEG, up to 10 MB.'
  return (
    <FieldFrame label="Fax file" help={help} error={error}>
      {(ties) => (
        <input
          {...ties}
          type="file"
          accept={ACCEPTED}
          onChange={({ target }) => onChange(target.files?.[0] ?? null)}
          className={`focus-shell block w-full min-w-0 rounded-md border bg-raised px-2.5 py-2 text-sm text-ink file:mr-3 file:rounded-sm file:border-0 file:bg-press file:px-2.5 file:py-1 file:font-medium file:text-ink ${fieldEdge(error)}`}
        />
      )}
    </FieldFrame>
  )
}

/** The server's sentences at the fields that they are about. */
function refusedFields(error: unknown): Problems {
  if (!(error instanceof CallError)) return {}
  const found = error.issues.flatMap(({ path, message }) => {
    const field = fieldOf(path)
    return field === null ? [] : [[field, message]]
  })
  if (found.length === 0 && (error.reason === 'unreadable_file' || error.reason === 'too_large'))
    return { file: faxFailure(error) }
  return Object.fromEntries(found)
}
