import type { BiDashboard } from '@foyer/contracts/bi/bi-calls.ts'
import { ChartColumn, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet } from '../../parts/page-sheet.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Link } from '../../ui/link.tsx'
import { AddBiDashboard } from './add-bi-dashboard.tsx'
import { biPlace } from './bi-places.rules.ts'
import { RemoveBiDashboard } from './remove-bi-dashboard.tsx'
import { useBiDashboards } from './use-bi-dashboards.ts'

interface BiListProps {
  organizationId: string
  isAdmin: boolean
}

/** The dashboards that the clinic shows. An admin adds and removes them. */
export function BiList({ organizationId, isAdmin }: BiListProps) {
  const dashboards = useBiDashboards(organizationId)
  const offline = useOffline()
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<BiDashboard | null>(null)
  const add = isAdmin && (
    <Button
      kind="primary"
      icon={Plus}
      disabledReason={offlineReason(offline, 'Adding a dashboard')}
      onClick={() => setIsAdding(true)}
    >
      Add a dashboard
    </Button>
  )
  return (
    <PageRoom>
      <PageSheet title="BI dashboards" lead="Dashboards of your BI service." action={add}>
        <QueryState
          query={dashboards}
          what="The BI dashboards"
          empty={
            <Note
              icon={ChartColumn}
              title="No BI dashboards"
              detail={isAdmin ? 'Those that you add stand here for everyone in the clinic.' : 'An admin adds them.'}
            />
          }
        >
          {(rows) => (
            <ul aria-label="BI dashboards" className="divide-y divide-line">
              {rows.map((dashboard) => (
                <li key={dashboard._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 md:px-5">
                  <div className="min-w-0 flex-1 wrap-anywhere">
                    <Link
                      to={biPlace(dashboard._id)}
                      className="text-base font-medium underline-offset-2 hover:underline"
                    >
                      <bdi>{dashboard.title}</bdi>
                    </Link>
                    {isAdmin && <p className="num text-sm text-muted">{dashboard.path}</p>}
                  </div>
                  {isAdmin && (
                    <Button
                      kind="ghost"
                      size="sm"
                      icon={Trash2}
                      aria-label={`Remove ${dashboard.title}`}
                      disabledReason={offlineReason(offline, 'Removing')}
                      onClick={() => setRemoving(dashboard)}
                    >
                      Remove
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </QueryState>
        <Drawer open={isAdding} title="Add a BI dashboard" onClose={() => setIsAdding(false)}>
          <AddBiDashboard organizationId={organizationId} onAdded={() => setIsAdding(false)} />
        </Drawer>
        {removing !== null && (
          <RemoveBiDashboard organizationId={organizationId} dashboard={removing} onClose={() => setRemoving(null)} />
        )}
      </PageSheet>
    </PageRoom>
  )
}
