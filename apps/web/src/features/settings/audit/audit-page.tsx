import { History, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useMembers } from '../members/members.queries.ts'
import { SettingsPage } from '../page-parts.tsx'
import { AdminsOnly, Asked, Note } from '../page-states.tsx'
import { type AuditFilter, daysError, EVERYTHING, isFiltered } from './audit.rules.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import { useAudit } from './use-audit.ts'

export function Component() {
  return (
    <AdminsOnly title="Audit">
      {({ _id, name, timezone }) => <Audit key={_id} organizationId={_id} name={name} timezone={timezone} />}
    </AdminsOnly>
  )
}

interface AuditProps {
  organizationId: string
  name: string
  timezone: string
}

function Audit({ organizationId, name, timezone }: AuditProps) {
  const [filter, setFilter] = useState<AuditFilter>(EVERYTHING)
  // To choose one of them is a help; without it the audit can be read all the same.
  const members = useMembers(organizationId).data ?? []
  const audit = useAudit(organizationId, filter)
  const wrong = daysError(filter)
  return (
    <SettingsPage
      title="Audit"
      lead={`Who read or changed what in ${name}, newest first.`}
      wide
      action={
        <Button icon={RotateCw} busy={audit.isRefetching} onClick={() => void audit.refetch()}>
          Look again
        </Button>
      }
    >
      <AuditFilters {...{ filter, members, timezone, wrong }} onChange={setFilter} />
      {wrong === undefined && (
        <Asked query={{ ...audit, isError: audit.isError && !audit.isFetchNextPageError }} what="The audit" rows={8}>
          {(entries) =>
            entries.length === 0 ? (
              <Nothing filtered={isFiltered(filter)} onClear={() => setFilter(EVERYTHING)} />
            ) : (
              <AuditList
                {...{ entries, timezone }}
                hasMore={audit.hasNextPage}
                busy={audit.isFetchingNextPage}
                failed={audit.isFetchNextPageError}
                onMore={() => void audit.fetchNextPage()}
              />
            )
          }
        </Asked>
      )}
    </SettingsPage>
  )
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered)
    return <Note icon={History} title="Nothing yet" detail="What is read or changed here from now on stands here." />
  return (
    <Note icon={History} title="Nothing was found" detail="Nobody did anything in these days that the audit keeps.">
      <p className="mt-4">
        <Button onClick={onClear}>Show everything</Button>
      </p>
    </Note>
  )
}
