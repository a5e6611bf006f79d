import type { Answered } from '@foyer/contracts/forms/answers.rules.ts'
import type { FormSubmission } from '@foyer/contracts/forms/form.ts'
import { heldWords } from '@foyer/contracts/forms/states.rules.ts'
import { Download, FileText } from 'lucide-react'
import { saveBlob } from '../../lib/save-blob.ts'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet, Section } from '../../parts/page-sheet.tsx'
import { PatientField } from '../../parts/patient-field.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { useApi, useServices } from '../../parts/services.tsx'
import { useStaffName } from '../../parts/staff-names.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import type { FormsOrganization } from './forms-screen.tsx'
import { SubmissionMark } from './state-mark.tsx'
import { busyReason, useBusy } from './use-busy.ts'
import { useSubmission } from './use-submission.ts'

interface SubmissionScreenProps {
  organization: FormsOrganization
  submissionId: string
}

/** Shows what a patient sent, to be read, filed and done. */
export function SubmissionScreen({ organization, submissionId }: SubmissionScreenProps) {
  const { _id: organizationId, timezone } = organization
  const { rows, answers } = useSubmission(organizationId, submissionId)
  return (
    <PageRoom>
      <QueryState
        query={rows}
        what="The submission"
        rows={8}
        empty={<Note icon={FileText} title="There is no such submission" detail="Its address may be wrong." />}
      >
        {([submission]) =>
          submission && <Submission {...{ organizationId, timezone, submission, answers }} put={rows.put} />
        }
      </QueryState>
    </PageRoom>
  )
}

interface SubmissionProps {
  organizationId: string
  timezone: string
  submission: FormSubmission
  answers: readonly Answered[] | undefined
  put: (epoch: string, states: readonly FormSubmission[]) => void
}

function Submission({ organizationId, timezone, submission, answers, put }: SubmissionProps) {
  const { _id: submissionId, formTitle, submittedAt, state, heldFor, doneBy, doneAt } = submission
  const api = useApi()
  const offline = useOffline()
  const now = useNow(useServices().clock)
  const nameOf = useStaffName()
  const { busy, run } = useBusy()
  const body = { organizationId, submissionId }
  const unread = answers === undefined ? 'The answers did not load' : undefined
  const reasonFor = (name: string) => unread ?? offlineReason(offline, 'Changing') ?? busyReason(busy, name)

  const file = (patientId: string | null) =>
    run('file', async () => {
      const { data, epoch } = await api('assignFormSubmission', { body: { ...body, patientId } })
      put(epoch, [data])
      notifySuccess(data.patientName === null ? 'Filed under nobody' : `Filed under ${data.patientName}`)
    })
  const finish = (done: boolean) =>
    run('done', async () => {
      const { data, epoch } = await api('finishFormSubmission', { body: { ...body, done } })
      put(epoch, [data])
      notifySuccess(done ? 'Done' : 'New again')
    })
  const release = () =>
    run('release', async () => {
      const { data, epoch } = await api('releaseFormSubmission', { body })
      put(epoch, [data])
      notifySuccess('Released')
    })
  const download = () =>
    run('pdf', async () => {
      const address = `/api/main/utils/export-custom-form-submission-pdf/${encodeURIComponent(submissionId)}`
      saveBlob(await api.blob(address, undefined, 'formSubmissionPdf'), 'form-submission.pdf')
    })
  const action = (
    <span className="flex flex-wrap items-center gap-2">
      <SubmissionMark state={state} />
      <Button
        icon={Download}
        busy={busy === 'pdf'}
        disabledReason={offlineReason(offline, 'The PDF') ?? busyReason(busy, 'pdf')}
        onClick={() => void download()}
      >
        PDF
      </Button>
      {state === 'held' ? (
        <Button
          kind="primary"
          busy={busy === 'release'}
          disabledReason={reasonFor('release')}
          onClick={() => void release()}
        >
          Release
        </Button>
      ) : (
        <Button
          kind={state === 'new' ? 'primary' : 'default'}
          busy={busy === 'done'}
          disabledReason={reasonFor('done')}
          onClick={() => void finish(state === 'new')}
        >
          {state === 'new' ? 'Mark as done' : 'Mark as new'}
        </Button>
      )}
    </span>
  )
  const doneWords = doneAt && `Done by ${nameOf(doneBy, 'a colleague')}, ${momentLabel(doneAt, now, timezone)}.`
  return (
    <PageSheet
      title={formTitle}
      lead={`Sent ${momentLabel(submittedAt, now, timezone)}. ${doneWords ?? ''}`}
      wide
      action={action}
    >
      {heldFor !== null && (
        <p role="note" className="px-4 py-3 text-sm md:px-5">
          Held: {heldWords(heldFor)} Release it if a patient sent it.
        </p>
      )}
      <Section title="Patient">
        <Filing
          {...{ organizationId, submission }}
          busy={busy === 'file'}
          reason={reasonFor('file')}
          onFile={(id) => void file(id)}
        />
      </Section>
      <Section title="Answers">
        {answers === undefined && <p className="text-sm text-muted">The answers did not load.</p>}
        <dl className="grid gap-3 text-sm">
          {answers?.map(({ linkId, question, answers: given }) => (
            <div key={linkId}>
              <dt className="font-medium wrap-anywhere">
                <bdi>{question}</bdi>
              </dt>
              {given.map((answer) => (
                <dd key={answer} className="wrap-anywhere whitespace-pre-line">
                  <bdi>{answer}</bdi>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </Section>
    </PageSheet>
  )
}

interface FilingProps {
  organizationId: string
  submission: FormSubmission
  busy: boolean
  reason: string | undefined
  onFile: (patientId: string | null) => void
}

/** Files the form under a patient. A suggestion is only that: a person confirms it. */
function Filing({ organizationId, submission, busy, reason, onFile }: FilingProps) {
  const { patientId, patientName, suggestion, conversationId } = submission
  const chosen = patientId === null ? null : { _id: patientId, name: patientName ?? 'One patient' }
  return (
    <div className="flex flex-wrap items-end gap-3" aria-busy={busy}>
      <PatientField
        organizationId={organizationId}
        chosen={chosen}
        clearLabel={(name) => `File it no longer under ${name}`}
        disabledReason={reason ?? (busy ? 'It is being filed' : undefined)}
        onChange={(patient) => onFile(patient?._id ?? null)}
      />
      {suggestion !== null && (
        <Button busy={busy} disabledReason={reason} onClick={() => onFile(suggestion.patientId)}>
          {`File under ${suggestion.name}`}
        </Button>
      )}
      {suggestion !== null && (
        <p className="w-full text-sm text-muted">The phone number and the birth date are this patient’s alone.</p>
      )}
      {conversationId !== null && (
        <Link to={`/inbox?conversation=${encodeURIComponent(conversationId)}`} className="text-sm text-link underline">
          Open the conversation
        </Link>
      )}
    </div>
  )
}
