import { useSnapshot } from 'valtio'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { useApp, useServices } from '../../parts/services.tsx'
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
