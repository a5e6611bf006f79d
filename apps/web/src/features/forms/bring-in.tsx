import type { Form } from '@foyer/contracts/forms/form.ts'
import { type FormEvent, useState } from 'react'
import { useApi } from '../../parts/services.tsx'
import type { LiveRows } from '../../parts/use-live-collection.ts'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { useIdempotencyKeys } from '../../parts/visits/use-idempotency-keys.ts'
import { Button } from '../../ui/button.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import { FormSettings, type Settings } from './form-settings.tsx'
import { QuestionnaireField } from './questionnaire-field.tsx'
import { questionnaireIn } from './revision.rules.ts'
import { wordsOf } from './use-busy.ts'

const PLAIN: Settings = { requestType: null, tellsInbox: false, listed: false }

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
  const [settings, setSettings] = useState<Settings>(PLAIN)
  const [isDraft, setDraft] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || offline) return
    const questionnaire = questionnaireIn(text)
    if (questionnaire === null) return setProblem('This is not the JSON of a questionnaire')
    setProblem(null)
    setBusy(true)
    try {
      const state = isDraft ? ('draft' as const) : ('active' as const)
      const body = { organizationId, questionnaire, ...settings, state }
      const { data, epoch } = await withKey(body, (idempotencyKey) => api('createForm', { body, idempotencyKey }))
      forms.put(epoch, [data])
      notifySuccess(isDraft ? `${data.title} is a draft` : `${data.title} is open`)
      onDone()
    } catch (error) {
      setProblem(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4 p-4 md:p-5">
      <QuestionnaireField text={text} problem={problem} onChange={setText} />
      <FormSettings
        settings={settings}
        busy={isBusy}
        onChange={(changes) => setSettings({ ...settings, ...changes })}
      />
      <TickBox
        label="Keep it as a draft"
        detail="Its page stays closed until it is opened."
        checked={isDraft}
        onChange={setDraft}
      />
      <Button kind="primary" type="submit" busy={isBusy} disabledReason={offlineReason(offline, 'Bringing in a form')}>
        Bring in
      </Button>
    </form>
  )
}
