import type { Form } from '@foyer/contracts/forms/form.ts'
import { type FormEvent, useState } from 'react'
import { isRefused } from '../../parts/failure-message.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { QuestionnaireField } from './questionnaire-field.tsx'
import { isSameFrame, questionnaireIn, type Revision, revisionOf } from './revision.rules.ts'
import { wordsOf } from './use-busy.ts'

const STALE = 'A colleague has changed the questions meanwhile. Close this and open it again to see theirs.'

interface ReviseFormProps {
  organizationId: string
  formId: string
  revision: number
  questionnaire: object
  onDone: (epoch: string, form: Form) => void
}

/** Changes the questions of a form. What was submitted keeps the questions that it answered. */
export function ReviseForm({ organizationId, formId, revision, questionnaire, onDone }: ReviseFormProps) {
  const api = useApi()
  const offline = useOffline()
  // A colleague may save meanwhile: the text of this editor stays, and its revision makes the call refuse to overwrite theirs.
  const [begun] = useState(() => ({ text: JSON.stringify(questionnaire, null, 2), revision, questionnaire }))
  const [text, setText] = useState(begun.text)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const written = questionnaireIn(text)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || offline) return
    if (written === null) return setProblem('This is not the JSON of a questionnaire')
    setProblem(null)
    setBusy(true)
    try {
      const body = { organizationId, formId, questionnaire: written, seenRevision: begun.revision }
      const { data, epoch } = await api('updateForm', { body })
      notifySuccess('The questions are changed')
      onDone(epoch, data)
    } catch (error) {
      setProblem(isRefused(error, 'stale') ? STALE : wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  const same = text === begun.text ? 'Change something first' : undefined
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4 p-4 md:p-5">
      <p className="text-sm text-muted">
        Patients see the new questions at once. What was sent keeps the questions that it answered.
      </p>
      <QuestionnaireField text={text} problem={problem} onChange={setText} />
      {written !== null && same === undefined && <Differences {...{ written }} before={begun.questionnaire} />}
      <Button kind="primary" type="submit" busy={isBusy} disabledReason={same ?? offlineReason(offline, 'Changing')}>
        Save the questions
      </Button>
    </form>
  )
}

const KINDS: readonly (readonly [keyof Revision, string])[] = [
  ['added', 'New'],
  ['changed', 'Changed'],
  ['removed', 'No longer asked'],
]

function Differences({ before, written }: { before: object; written: object }) {
  const revision = revisionOf(before, written)
  const some = KINDS.filter(([kind]) => revision[kind].length > 0)
  if (some.length === 0)
    return (
      <p className="text-sm text-muted">
        {isSameFrame(before, written)
          ? 'The questions stay as they are.'
          : 'The questions stay; the title, the introduction or the order changes.'}
      </p>
    )
  return (
    <section aria-label="What changes" className="grid gap-2 text-sm">
      {some.map(([kind, label]) => (
        <div key={kind}>
          <p className="font-medium">{`${label}: ${revision[kind].length}`}</p>
          <ul className="list-disc ps-5 text-muted">
            {[...new Set(revision[kind])].map((words) => (
              <li key={words} className="wrap-anywhere">
                <bdi>{words}</bdi>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
