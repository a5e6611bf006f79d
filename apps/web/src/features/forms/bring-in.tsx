import type { Form } from '@foyer/contracts/forms/form.ts'
import { type FormEvent, useState } from 'react'
import { useApi } from '../../parts/services.tsx'
import type { LiveRows } from '../../parts/use-live-collection.ts'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { useIdempotencyKeys } from '../../parts/visits/use-idempotency-keys.ts'
import { Button } from '../../ui/button.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import { wordsOf } from './use-busy.ts'

interface BringInProps {
  organizationId: string
  forms: LiveRows<Form, undefined>
  onDone: () => void
}

/** Takes a FHIR questionnaire as text or as a file. */
export function BringIn({ organizationId, forms, onDone }: BringInProps) {
  const api = useApi()
  const withKey = useIdempotencyKeys()
  const offline = useOffline()
  const [text, setText] = useState('')
  const [tellsInbox, setTellsInbox] = useState(false)
  const [listed, setListed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || offline) return
    const questionnaire = parsed(text)
    if (questionnaire === null) return setProblem('This is not the JSON of a questionnaire')
    setProblem(null)
    setBusy(true)
    try {
      const body = { organizationId, questionnaire, tellsInbox, listed }
      const { data, epoch } = await withKey(body, (idempotencyKey) => api('createForm', { body, idempotencyKey }))
      forms.put(epoch, [data])
      notifySuccess(`${data.title} is open`)
      onDone()
    } catch (error) {
      setProblem(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4 p-4 md:p-5">
      <label className="text-sm font-medium">
        File of a questionnaire
        <input
          type="file"
          accept=".json,application/json,application/fhir+json"
          className="mt-1 block w-full text-sm"
          onChange={({ target }) => void target.files?.[0]?.text().then(setText)}
        />
      </label>
      <TextArea
        label="Questionnaire"
        help="FHIR R4, as JSON."
        rows={12}
        maxLength={64_000}
        value={text}
        spellCheck={false}
        {...(problem === null ? {} : { error: problem })}
        onChange={({ target }) => setText(target.value)}
      />
      <TickBox
        label="Tell the inbox"
        detail="The patient’s conversation is unread when the form comes."
        checked={tellsInbox}
        onChange={setTellsInbox}
      />
      <TickBox label="Listed" detail="Search engines may find its page." checked={listed} onChange={setListed} />
      <Button kind="primary" type="submit" busy={isBusy} disabledReason={offlineReason(offline, 'Bringing in a form')}>
        Bring in
      </Button>
    </form>
  )
}

function parsed(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, never>)
      : null
  } catch {
    return null
  }
}
