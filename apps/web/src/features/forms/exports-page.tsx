import { Download, FileText } from 'lucide-react'
import { saveBlob } from '../../lib/save-blob.ts'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet } from '../../parts/page-sheet.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { useFilters } from '../../parts/rows/use-filters.ts'
import { useActiveOrganization, useApi } from '../../parts/services.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Field } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { FormsOrganization } from './forms-screen.tsx'
import { useBusy } from './use-busy.ts'
import { useForms } from './use-forms.ts'

export function Component() {
  const organization = useActiveOrganization()
  return organization && <ExportsScreen key={organization._id} organization={organization} />
}

/** [CALL-MAIN-10] Gives what patients sent, as a workbook. */
export function ExportsScreen({ organization }: { organization: FormsOrganization }) {
  const { _id: organizationId, name, role } = organization
  const api = useApi()
  const offline = useOffline()
  const forms = useForms(organizationId)
  const { busy, run } = useBusy()
  const { values, change } = useFilters(['form', 'from', 'to'])
  const isWrong = values.from !== '' && values.to !== '' && values.to < values.from
  const wrong = isWrong ? 'The end is before the start' : undefined
  const download = () =>
    run('excel', async () => {
      const query = {
        organizationId,
        ...(values.form !== '' && { formId: values.form }),
        ...(values.from !== '' && { startDate: values.from }),
        ...(values.to !== '' && { endDate: values.to }),
      }
      const asked = new URLSearchParams({ query: JSON.stringify(query) })
      const address = `/api/main/utils/export-custom-form-submissions?${asked}`
      saveBlob(await api.blob(address, undefined, 'exportFormSubmissions'), 'form-submissions.xlsx')
      notifySuccess('Forms exported')
    })
  return (
    <PageRoom>
      <PageSheet title="Exports" lead={`What patients of ${name} sent by forms, as a workbook.`}>
        <QueryState query={forms} what="The forms" rows={2} empty={<NoForms isAdmin={role === 'admin'} />}>
          {(rows) => (
            <form
              aria-label="Export forms"
              onSubmit={(event) => {
                event.preventDefault()
                if (wrong === undefined && !offline) void download()
              }}
              className="flex flex-wrap items-end gap-3 px-4 py-5 md:px-5"
            >
              <SelectField
                label="Form"
                value={values.form}
                choices={[
                  { value: '', label: 'All forms' },
                  ...rows.map(({ _id, title }) => ({ value: _id, label: title })),
                ]}
                onChange={(form) => change({ form })}
                className="w-56"
              />
              <Field
                label="From"
                type="date"
                size="lg"
                value={values.from}
                className="w-40 max-xs:w-full"
                onChange={({ target }) => change({ from: target.value })}
              />
              <Field
                label="To"
                type="date"
                size="lg"
                value={values.to}
                className="w-40 max-xs:w-full"
                {...(wrong === undefined ? {} : { error: wrong })}
                onChange={({ target }) => change({ to: target.value })}
              />
              <Button
                kind="primary"
                size="lg"
                type="submit"
                icon={Download}
                busy={busy === 'excel'}
                disabledReason={wrong ?? offlineReason(offline, 'The export')}
              >
                Download Excel
              </Button>
            </form>
          )}
        </QueryState>
      </PageSheet>
    </PageRoom>
  )
}

function NoForms({ isAdmin }: { isAdmin: boolean }) {
  const detail = `${isAdmin ? 'Bring in' : 'An admin brings in'} a form first. What patients send by it can be downloaded here.`
  return (
    <Note icon={FileText} title="No forms yet" detail={detail}>
      {isAdmin && (
        <Link to="/forms" className={buttonLook('default', 'md')}>
          Go to the forms
        </Link>
      )}
    </Note>
  )
}
