import { History, RotateCw } from 'lucide-react'
import { auditQuery, daysError, isKind } from '../../../parts/audit/audit.rules.ts'
import { AuditTable } from '../../../parts/audit/audit-table.tsx'
import { KIND_LABELS } from '../../../parts/audit/audit-words.rules.ts'
import { FilteredPage } from '../../../parts/rows/filtered-page.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { usePages } from '../../../parts/rows/use-pages.ts'
import { useApi } from '../../../parts/services.tsx'
import { useColleagues } from '../../../parts/use-colleagues.ts'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Card } from './card.tsx'
import type { TabProps } from './tab-props.ts'

const IN_ADDRESS = ['user', 'kind', 'from', 'to'] as const
const PAGE = 50

/** The audit of this chart, for admins. The audit has no events: admins ask for newer entries. */
export function AuditTab({ organization, patient, offline }: TabProps) {
  const { _id: organizationId, timezone } = organization
  const api = useApi()
  const { colleagues } = useColleagues(organizationId)
  const { values, isFiltered, change, clear } = useFilters(IN_ADDRESS)
  const wrong = daysError(values)
  const filter = { ...values, patientId: patient._id }
  const audit = usePages({
    queryKey: ['audit of a patient', organizationId, filter],
    read: (page, signal) =>
      api('auditLog', { query: { ...auditQuery(organizationId, filter), limit: PAGE, ...page }, signal }),
    enabled: wrong === undefined,
  })
  const day = (name: 'from' | 'to') => ({
    type: 'date',
    size: 'lg' as const,
    value: values[name],
    className: 'w-40 max-xs:w-full',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <Card
      title="Audit"
      flush
      action={
        <Button
          size="sm"
          icon={RotateCw}
          busy={audit.data !== undefined && audit.isFetching && !audit.isLoadingMore}
          disabledReason={offlineReason(offline, 'Loading newer entries')}
          onClick={() => void audit.refetch()}
        >
          Newer entries
        </Button>
      }
    >
      <FilteredPage
        label="Filter the audit"
        fields={
          <>
            <SelectField
              label="Person"
              value={values.user}
              choices={[
                { value: '', label: 'Everyone' },
                ...colleagues.map(({ _id, name }) => ({ value: _id, label: name })),
              ]}
              filtering={values.user !== ''}
              onChange={(user) => change({ user })}
              className="w-48"
            />
            <SelectField
              label="Action"
              value={isKind(values.kind) ? values.kind : ''}
              choices={[
                { value: '', label: 'All actions' },
                ...Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label })),
              ]}
              filtering={isKind(values.kind)}
              onChange={(kind) => change({ kind })}
              className="w-52"
            />
            <Field label="From" {...day('from')} />
            <Field label="To" {...day('to')} />
          </>
        }
        isFiltered={isFiltered}
        onClear={clear}
        wrong={wrong}
        help={`Dates and times are in the organization’s time zone (${timezone.replaceAll('_', ' ')}).`}
        rows={audit}
        what="The audit"
        empty={{ icon: History, title: 'Nothing yet', detail: 'What people view or change here will appear.' }}
        unmatched={{ icon: History, title: 'No matching entries', detail: 'Try other dates or remove a filter.' }}
      >
        {(entries) => <AuditTable {...{ entries, timezone }} />}
      </FilteredPage>
    </Card>
  )
}
