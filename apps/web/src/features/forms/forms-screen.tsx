import type { Form } from '@foyer/contracts/forms/form.ts'
import { submissionStateLabel, submissionStates } from '@foyer/contracts/forms/states.rules.ts'
import { FileText, Plus } from 'lucide-react'
import { useState } from 'react'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet, Section } from '../../parts/page-sheet.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { FilteredPage } from '../../parts/rows/filtered-page.tsx'
import { useFilters } from '../../parts/rows/use-filters.ts'
import { LoadMore, Note } from '../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Link } from '../../ui/link.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { BringIn } from './bring-in.tsx'
import { formPlace } from './forms-places.rules.ts'
import { FormMark } from './state-mark.tsx'
import { SubmissionList } from './submission-list.tsx'
import { useForms, useSubmissions } from './use-forms.ts'

export interface FormsOrganization {
  readonly _id: string
  readonly name: string
  readonly timezone: string
  readonly role: string
}

const STATES = [
  { value: '', label: 'All' },
  ...submissionStates.map((value) => ({ value, label: submissionStateLabel(value) })),
]

/** The forms of the clinic, and what patients sent by them. */
export function FormsScreen({ organization }: { organization: FormsOrganization }) {
  const { _id: organizationId, name, timezone, role } = organization
  const offline = useOffline()
  const [isOpen, setOpen] = useState(false)
  const forms = useForms(organizationId)
  const filters = useFilters(['state', 'form'])
  const submissions = useSubmissions(organizationId, filters.values)
  const reason = role === 'admin' ? offlineReason(offline, 'Bringing in a form') : 'An admin brings in forms'
  const action = (
    <span className="flex flex-wrap gap-2">
      <Link to="/exports" className={buttonLook('default', 'md')}>
        Exports
      </Link>
      <Button kind="primary" icon={Plus} disabledReason={reason} onClick={() => setOpen(true)}>
        Bring in a form
      </Button>
    </span>
  )
  const fields = (
    <>
      <SelectField
        label="State"
        value={filters.values.state}
        choices={STATES}
        filtering={filters.values.state !== ''}
        onChange={(state) => filters.change({ state })}
      />
      <SelectField
        label="Form"
        value={filters.values.form}
        choices={[
          { value: '', label: 'All forms' },
          ...(forms.data ?? []).map(({ _id, title }) => ({ value: _id, label: title })),
        ]}
        filtering={filters.values.form !== ''}
        onChange={(form) => filters.change({ form })}
        className="w-56"
      />
    </>
  )
  return (
    <PageRoom>
      <PageSheet
        title="Forms"
        lead={`Forms that patients of ${name} fill in, and what they sent.`}
        wide
        action={action}
      >
        <Section title="Submissions" flush>
          <FilteredPage
            label="Filter the submissions"
            what="The submissions"
            rows={submissions}
            isFiltered={filters.isFiltered}
            onClear={filters.clear}
            empty={{ icon: FileText, title: 'Nothing was sent yet', detail: 'Forms that patients send stand here.' }}
            unmatched={{ icon: FileText, title: 'No submission fits', detail: 'Choose another state or form.' }}
            fields={fields}
          >
            {(rows) => <SubmissionList submissions={rows} timezone={timezone} />}
          </FilteredPage>
        </Section>
        <Section title="All forms" flush>
          <QueryState
            query={forms}
            what="The forms"
            rows={3}
            empty={<Note icon={FileText} title="No forms yet" detail="An admin brings in FHIR questionnaires." />}
          >
            {(rows) => (
              <>
                <FormList forms={rows} />
                <LoadMore rows={forms} />
              </>
            )}
          </QueryState>
        </Section>
      </PageSheet>
      <Drawer open={isOpen} title="Bring in a form" onClose={() => setOpen(false)}>
        <BringIn organizationId={organizationId} forms={forms} onDone={() => setOpen(false)} />
      </Drawer>
    </PageRoom>
  )
}

function FormList({ forms }: { forms: readonly Form[] }) {
  return (
    <ul aria-label="Forms" className="divide-y divide-line border-t border-line">
      {forms.map((form) => (
        <li key={form._id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 md:px-5">
          <div className="min-w-0 flex-1 basis-64">
            <div className="flex flex-wrap items-baseline gap-x-3">
              <Link
                to={formPlace(form._id)}
                className="min-w-0 text-base font-medium wrap-anywhere underline-offset-2 hover:underline max-md:min-h-11"
              >
                <bdi>{form.title}</bdi>
              </Link>
              <FormMark state={form.state} />
            </div>
            <p className="text-sm text-muted">{form.questions === 1 ? '1 question' : `${form.questions} questions`}</p>
          </div>
          {form.state === 'active' && <CopyButton text={form.url}>Copy the address</CopyButton>}
        </li>
      ))}
    </ul>
  )
}
