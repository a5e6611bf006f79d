import { PageSheet } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { AdminsOnly, type Organization } from '../admins-only.tsx'
import { OutreachForm } from './outreach-form.tsx'
import { useOutreachSettings } from './use-outreach-settings.ts'

export function Component() {
  return (
    <AdminsOnly title="Campaigns">{(organization) => <Outreach key={organization._id} {...organization} />}</AdminsOnly>
  )
}

/** Pace, price, links and limits of campaigns. */
function Outreach({ _id: organizationId, name }: Organization) {
  const { query, save } = useOutreachSettings(organizationId)
  return (
    <PageSheet title="Campaigns" lead={`How campaigns of ${name} are sent, and what they may use.`}>
      <QueryState query={query} what="The settings" rows={6}>
        {(settings) => <OutreachForm settings={settings} onSave={save} />}
      </QueryState>
    </PageSheet>
  )
}
