import { useMutation } from '@tanstack/react-query'
import { Download, History, RotateCw } from 'lucide-react'
import { saveBlob } from '../../../lib/save-blob.ts'
import { AUDIT_FILTERS, auditQuery, daysError, exportAddress } from '../../../parts/audit/audit.rules.ts'
import { AuditTable } from '../../../parts/audit/audit-table.tsx'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { PageSheet } from '../../../parts/page-sheet.tsx'
import { FilteredPage } from '../../../parts/rows/filtered-page.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { usePages } from '../../../parts/rows/use-pages.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'
import { AdminsOnly, type Organization } from '../admins-only.tsx'
import { AuditFields } from './audit-fields.tsx'

const PAGE = 50

export function Component() {
  return <AdminsOnly title="Audit">{(organization) => <Audit key={organization._id} {...organization} />}</AdminsOnly>
}

function Audit({ _id: organizationId, name, timezone }: Organization) {
  const api = useApi()
  const offline = useOffline()
  const filters = useFilters(AUDIT_FILTERS)
  const wrong = daysError(filters.values)
  const audit = usePages({
    queryKey: ['audit', organizationId, filters.values],
    read: (page, signal) =>
      api('auditLog', { query: { ...auditQuery(organizationId, filters.values), limit: PAGE, ...page }, signal }),
    enabled: wrong === undefined,
  })
  const download = useMutation({
    mutationFn: () => api.blob(exportAddress(organizationId, filters.values)),
    onSuccess: (blob) => {
      saveBlob(blob, 'audit.csv')
      notifySuccess('Audit exported')
    },
    onError: (error) => notifyError(`The audit wasn’t exported. ${failureMessage(error)}`),
  })
  return (
    <PageSheet
      title="Audit"
      lead={`What people in ${name} viewed and changed, newest first.`}
      wide
      action={
        <span className="flex flex-wrap justify-end gap-2">
          <Button
            icon={RotateCw}
            busy={audit.data !== undefined && audit.isFetching && !audit.isLoadingMore}
            disabledReason={offlineReason(offline, 'Loading newer entries')}
            onClick={() => void audit.refetch()}
          >
            Newer entries
          </Button>
          <Button
            icon={Download}
            busy={download.isPending}
            disabledReason={wrong ?? offlineReason(offline, 'The export')}
            onClick={() => download.mutate()}
          >
            Export CSV
          </Button>
        </span>
      }
    >
      <FilteredPage
        label="Filter the audit"
        fields={<AuditFields {...{ organizationId, filters }} entries={audit.data ?? []} />}
        isFiltered={filters.isFiltered}
        onClear={filters.clear}
        wrong={wrong}
        help={`Dates and times are in the organization’s time zone (${timezone.replaceAll('_', ' ')}).`}
        rows={audit}
        what="The audit"
        empty={{ icon: History, title: 'Nothing yet', detail: 'What people view or change will appear here.' }}
        unmatched={{
          icon: History,
          title: 'No matching entries',
          detail: 'Try other dates or remove a filter.',
        }}
      >
        {(entries) => <AuditTable {...{ entries, timezone }} />}
      </FilteredPage>
    </PageSheet>
  )
}
