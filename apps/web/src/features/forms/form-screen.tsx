import type { Form, Question } from '@foyer/contracts/forms/form.ts'
import type { FormState } from '@foyer/contracts/forms/states.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet, Section } from '../../parts/page-sheet.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { useApi } from '../../parts/services.tsx'
import { LoadMore, Note } from '../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { FormSettings, type Settings } from './form-settings.tsx'
import type { FormsOrganization } from './forms-screen.tsx'
import { PersonalLink } from './personal-link.tsx'
import { ReviseForm } from './revise-form.tsx'
import { FormMark } from './state-mark.tsx'
import { SubmissionList } from './submission-list.tsx'
import { busyReason, useBusy } from './use-busy.ts'
import { useForms, useSubmissions } from './use-forms.ts'

const BUTTONS: Readonly<Record<FormState, string>> = {
  draft: 'Open the form',
  active: 'Close the form',
  retired: 'Open it again',
}
const CLOSED: Readonly<Record<Exclude<FormState, 'active'>, string>> = {
  draft: 'Only staff see it. Open it when its questions are right.',
  retired: 'Its page is closed. Patients see the same page as for an unknown address.',
}

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
  const [isRevising, setRevising] = useState(false)
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
  const change = (fields: Partial<Settings>) =>
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
        {BUTTONS[form.state]}
      </Button>
    </span>
  )
  return (
    <PageRoom>
      <PageSheet title={form?.title ?? 'Form'} {...(form?.intro ? { lead: form.intro } : {})} wide action={action}>
        <QueryState query={opened} what="The form" rows={6}>
          {({ items, questionnaire, revision }) => (
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
                    <p className="text-sm text-muted">{CLOSED[form.state]}</p>
                  )}
                </Section>
              )}
              {form && (
                <Section title="When it comes">
                  <FormSettings
                    settings={form}
                    locked={reason !== undefined}
                    busy={busy !== null}
                    onChange={(one) => void change(one)}
                  />
                </Section>
              )}
              <Section
                title="Questions"
                detail={`Revision ${revision}`}
                action={
                  <Button disabledReason={reason ?? busyReason(busy, 'revise')} onClick={() => setRevising(true)}>
                    Change the questions
                  </Button>
                }
              >
                <QuestionList items={items} />
              </Section>
              <Drawer open={isRevising} title="Change the questions" onClose={() => setRevising(false)}>
                <ReviseForm
                  {...{ organizationId, formId, revision, questionnaire }}
                  onDone={(epoch, saved) => {
                    forms.put(epoch, [saved])
                    setRevising(false)
                  }}
                />
              </Drawer>
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
