import { useSnapshot } from 'valtio'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { useApp, useServices } from '../../parts/services.tsx'
import { useDoctors } from '../../parts/visits/use-doctors.ts'
import type { ScoreFilter } from './dashboard-address.rules.ts'
import type { DashboardOrganization } from './use-dashboard-page.ts'

interface PrintedHeadProps {
  organization: DashboardOrganization
  title: string
  days: string
}

/** Says on paper which numbers these are, and who printed them when. */
export function PrintedHead({ organization: { name, timezone }, title, days }: PrintedHeadProps) {
  const { clock } = useServices()
  const now = useNow(clock)
  const { user } = useSnapshot(useApp().mainContext)
  return (
    <p className="dashboard-print text-sm">
      {`${name}. ${title}, ${days}. Printed by ${user?.name ?? ''}, ${momentLabel(now, now, timezone)}.`}
    </p>
  )
}

/** Says on paper that the numbers are those of one doctor or location. */
export function PrintedFilter({ organizationId, filter }: { organizationId: string; filter: ScoreFilter }) {
  const { byId } = useDoctors(organizationId)
  const words =
    filter.by === 'doctor'
      ? `Doctor: ${byId.get(filter.doctorId)?.name ?? 'the name did not load'}`
      : `Location: ${filter.location}`
  return <p className="dashboard-print text-sm">{words}</p>
}
