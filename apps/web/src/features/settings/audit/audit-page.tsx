import { History, RotateCw } from 'lucide-react'
import { PageSheet } from '../../../parts/page-sheet.tsx'
import { FilteredPage } from '../../../parts/rows/filtered-page.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { usePages } from '../../../parts/rows/use-pages.ts'
import { useApi } from '../../../parts/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { AdminsOnly, type Organization } from '../admins-only.tsx'
import { AUDIT_FILTERS, auditQuery, daysError } from './audit.rules.ts'
import { AuditFields } from './audit-fields.tsx'
import { AuditTable } from './audit-table.tsx'

const PAGE = 50

export function Component() {
  return <AdminsOnly title="Audit">{(organization) => <Audit key={organization._id} {...organization} />}</AdminsOnly>
}

function Audit({ _id: organizationId, name, timezone }: Organization) {
  const api = useApi()
  const filters = useFilters(AUDIT_FILTERS)
  const wrong = daysError(filters.values)
  const audit = usePages({
    queryKey: ['audit', organizationId, filters.values],
    read: (page, signal) =>
      api('auditLog', { query: { ...auditQuery(organizationId, filters.values), limit: PAGE, ...page }, signal }),
    enabled: wrong === undefined,
  })
  return (
    <PageSheet
      title="Audit"
      lead={`Who read or changed what in ${name}, newest first.`}
      wide
      action={
        <Button
          icon={RotateCw}
          busy={audit.data !== undefined && audit.isFetching && !audit.isLoadingMore}
          onClick={() => void audit.refetch()}
        >
          Look again
        </Button>
      }
    >
      <FilteredPage
        label="Filter the audit"
        fields={<AuditFields {...{ organizationId, filters }} />}
        isFiltered={filters.isFiltered}
        onClear={filters.clear}
        wrong={wrong}
        help={`Days and times are the organization’s (${timezone.replaceAll('_', ' ')}).`}
        rows={audit}
        what="The audit"
        empty={{ icon: History, title: 'Nothing yet', detail: 'What is read or changed here from now on stands here.' }}
        unmatched={{
          icon: History,
          title: 'Nothing was found',
          detail: 'Nobody did anything in these days that the audit keeps.',
        }}
      >
        {(entries) => <AuditTable {...{ entries, timezone }} />}
      </FilteredPage>
    </PageSheet>
  )
}
