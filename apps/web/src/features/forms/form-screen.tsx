import type { Form, Question } from '@foyer/contracts/forms/form.ts'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet, Section } from '../../parts/page-sheet.tsx'
import { type ChosenPatient, PatientField } from '../../parts/patient-field.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { useApi } from '../../parts/services.tsx'
import { LoadMore, Note } from '../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import type { FormsOrganization } from './forms-screen.tsx'
import { FormMark } from './state-mark.tsx'
import { SubmissionList } from './submission-list.tsx'
import { busyReason, useBusy } from './use-busy.ts'
import { useForms, useSubmissions } from './use-forms.ts'

interface FormScreenProps {
  organization: FormsOrganization
  formId: string
}

/** One form: its address, its questions and what was sent. */
export function FormScreen({ organization, formId }: FormScreenProps) {
  const { _id: organizationId, role, timezone } = organization
  const api = useApi()
  const offline = useOffline()
  const { busy, run } = useBusy()
  const forms = useForms(organizationId)
  const live = forms.data?.find(({ _id }) => _id === formId)
  const opened = useQuery({
    queryKey: ['form', organizationId, formId, live?.revision ?? 0],
    queryFn: async ({ signal }) => (await api('form', { query: { organizationId, formId }, signal })).data,
    placeholderData: (before) => before,
  })
  const submissions = useSubmissions(organizationId, { form: formId })
  const form = live ?? opened.data
  const reason = role === 'admin' ? offlineReason(offline, 'Changing') : 'An admin changes forms'

  const setState = ({ state, title }: Form) =>
    run('state', async () => {
      const next = state === 'active' ? 'retired' : 'active'
      const { data, epoch } = await api('setFormState', { body: { organizationId, formId, state: next } })
      forms.put(epoch, [data])
      notifySuccess(`${title} is ${next === 'active' ? 'open' : 'closed'}`)
    })
  const change = (fields: { tellsInbox?: boolean; listed?: boolean }) =>
    run('settings', async () => {
      const { data, epoch } = await api('updateForm', { body: { organizationId, formId, ...fields } })
      forms.put(epoch, [data])
      notifySuccess('Saved')
    })
  const action = form && (
    <span className="flex flex-wrap items-center gap-3">
      <FormMark state={form.state} />
      <Button
        busy={busy === 'state'}
        disabledReason={reason ?? busyReason(busy, 'state')}
        onClick={() => void setState(form)}
      >
        {form.state === 'active' ? 'Close the form' : 'Open the form'}
      </Button>
    </span>
  )
  return (
    <PageRoom>
      <PageSheet title={form?.title ?? 'Form'} {...(form?.intro ? { lead: form.intro } : {})} wide action={action}>
        <QueryState query={opened} what="The form" rows={6}>
          {({ items }) => (
            <>
              {form && (
                <Section title="For patients">
                  {form.state === 'active' ? (
                    <>
                      <p className="mb-3 flex flex-wrap items-center gap-3 text-sm wrap-anywhere">
                        <a href={form.url} target="_blank" rel="noreferrer" className="text-link underline">
                          {form.url}
                        </a>
                        <CopyButton text={form.url}>Copy the address</CopyButton>
                      </p>
                      <PersonalLink {...{ organizationId, formId }} />
                    </>
                  ) : (
                    <p className="text-sm text-muted">Its page is closed.</p>
                  )}
                  <fieldset disabled={reason !== undefined || busy !== null} className="mt-3">
                    <legend className="sr-only">Settings</legend>
                    <TickBox
                      label="Tell the inbox"
                      detail="The patient’s conversation is unread when the form comes."
                      checked={form.tellsInbox}
                      onChange={(tellsInbox) => void change({ tellsInbox })}
                    />
                    <TickBox
                      label="Listed"
                      detail="Search engines may find its page."
                      checked={form.listed}
                      onChange={(listed) => void change({ listed })}
                    />
                  </fieldset>
                </Section>
              )}
              <Section title="Questions">
                <QuestionList items={items} />
              </Section>
            </>
          )}
        </QueryState>
        <Section title="Submissions" flush>
          <QueryState
            query={submissions}
            what="The submissions"
            empty={<Note icon={FileText} title="Nothing was sent yet" detail="What patients send stands here." />}
          >
            {(rows) => (
              <>
                <SubmissionList submissions={rows} timezone={timezone} />
                <LoadMore rows={submissions} />
              </>
            )}
          </QueryState>
        </Section>
      </PageSheet>
    </PageRoom>
  )
}

/** An address of the form for one patient. */
function PersonalLink({ organizationId, formId }: { organizationId: string; formId: string }) {
  const api = useApi()
  const offline = useOffline()
  const { busy, run } = useBusy()
  const [patient, setPatient] = useState<ChosenPatient | null>(null)
  const [link, setLink] = useState<{ readonly patientId: string; readonly url: string } | null>(null)
  const make = (patientId: string) =>
    run('link', async () => {
      const { data } = await api('createFormLink', { body: { organizationId, formId, patientId } })
      setLink({ patientId, url: data.url })
    })
  // An answer may come after another patient was chosen.
  const url = link !== null && link.patientId === patient?._id ? link.url : null
  return (
    <div className="flex flex-wrap items-end gap-3">
      <PatientField
        organizationId={organizationId}
        chosen={patient}
        clearLabel={(name) => `Make no link for ${name}`}
        onChange={(chosen) => {
          setPatient(chosen)
          setLink(null)
        }}
      />
      <Button
        busy={busy === 'link'}
        disabledReason={patient === null ? 'Choose a patient' : offlineReason(offline, 'Making a link')}
        onClick={() => patient && void make(patient._id)}
      >
        Make a personal link
      </Button>
      {url !== null && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-sm wrap-anywhere">
          <span>{url}</span>
          <CopyButton text={url}>Copy the link</CopyButton>
        </p>
      )}
    </div>
  )
}

function QuestionList({ items }: { items: readonly Question[] }) {
  return (
    <ol aria-label="Questions" className="grid gap-2 text-sm">
      {items.map((item) => (
        <li key={item.linkId} style={{ paddingInlineStart: `${item.depth * 1.25}rem` }}>
          <span className={item.type === 'group' ? 'font-semibold' : 'font-medium'}>
            <bdi>{item.text === '' ? 'Group' : item.text}</bdi>
          </span>
          <span className="text-muted">
            {item.required ? ' (required)' : ''}
            {item.conditional ? ' (only if it applies)' : ''}
            {item.options.length > 0 ? `: ${item.options.join(', ')}` : ''}
          </span>
        </li>
      ))}
    </ol>
  )
}
