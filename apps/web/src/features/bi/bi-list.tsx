import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet } from '../../parts/page-sheet.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { useApi } from '../../parts/services.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { Link } from '../../ui/link.tsx'
import { biPlace } from './bi-places.rules.ts'

/** The dashboards that the clinic shows; read again whenever the window gets the focus. */
export function BiList({ organizationId }: { organizationId: string }) {
  const api = useApi()
  const dashboards = useQuery({
    queryKey: ['biDashboards', organizationId],
    queryFn: async ({ signal }) => (await api('biDashboards', { query: { organizationId }, signal })).data,
    refetchOnWindowFocus: 'always',
  })
  return (
    <PageRoom>
      <PageSheet title="BI dashboards" lead="Dashboards of your BI service.">
        <QueryState
          query={dashboards}
          what="The BI dashboards"
          empty={<Note icon={ChartColumn} title="No BI dashboards" detail="An admin adds them." />}
        >
          {(rows) => (
            <ul aria-label="BI dashboards" className="divide-y divide-line">
              {rows.map(({ _id, title }) => (
                <li key={_id} className="px-4 py-3 md:px-5">
                  <Link to={biPlace(_id)} className="text-base font-medium underline-offset-2 hover:underline">
                    <bdi>{title}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      </PageSheet>
    </PageRoom>
  )
}
