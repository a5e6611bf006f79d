import { PageSheet } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { ReadOnlyVisits } from './read-only-visits.tsx'
import { useVisitSettings } from './use-visit-settings.ts'
import { VisitsForm } from './visits-form.tsx'

export function Component() {
  const organization = useActiveOrganization()
  return organization && <Visits key={organization._id} {...organization} />
}

interface VisitsProps {
  _id: string
  name: string
  role: string
  timezone: string
}

/** [OPEN-044] Every member can read these settings; admins change them. */
function Visits({ _id: organizationId, name, role, timezone }: VisitsProps) {
  const { query, save } = useVisitSettings(organizationId)
  const zone = timezone.replaceAll('_', ' ')
  const isAdmin = role === 'admin'
  return (
    <PageSheet
      title="Visits and reminders"
      lead={`What patients get before and after their visits, by the organization’s clock (${zone}).`}
      wide={isAdmin}
    >
      <QueryState query={query} what="The settings" rows={7}>
        {(settings) => {
          const clinic = { name, timezone: settings.timezone }
          return isAdmin ? (
            <VisitsForm {...{ organizationId, clinic, settings }} onSave={save} />
          ) : (
            <ReadOnlyVisits {...{ organizationId, clinic, settings }} />
          )
        }}
      </QueryState>
    </PageSheet>
  )
}
