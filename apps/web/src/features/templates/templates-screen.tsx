import { Plus, Repeat } from 'lucide-react'
import { useNow } from '../../lib/use-now.ts'
import type { Clinic } from '../../parts/campaigns/clinic.ts'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet } from '../../parts/page-sheet.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { useServices } from '../../parts/services.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { useOffline } from '../../parts/use-offline.ts'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'
import { TemplateRow } from './template-row.tsx'
import { useActivate } from './use-activate.ts'
import { useKnownTemplates } from './use-known-templates.ts'

/** [TMPL-01] [ENTITY-20] The templates: how often each runs, when it ran, and what it missed. */
export function TemplatesScreen({ organization }: { organization: Clinic }) {
  const { _id: organizationId, timezone } = organization
  const templates = useKnownTemplates(organizationId)
  const { busyId, activate } = useActivate(organizationId, templates.put)
  const now = useNow(useServices().clock)
  const offline = useOffline()
  const add = (
    <Link to="/templates/new" className={`${buttonLook('primary', 'md')} pointer-coarse:h-11`}>
      <Plus aria-hidden size={16} />
      New template
    </Link>
  )
  return (
    <PageRoom>
      <PageSheet
        title="Templates"
        lead="Words that go out again after each period. Each run is a campaign."
        wide
        action={add}
      >
        <QueryState
          query={templates}
          what="The templates"
          rows={4}
          empty={
            <Note
              icon={Repeat}
              title="No templates yet"
              detail="A template sends its words to its patients again after each period, such as a recall every 90 days."
            />
          }
        >
          {(rows) => (
            <ul aria-label="Templates" className="divide-y divide-line">
              {rows.map((template) => (
                <TemplateRow
                  key={template._id}
                  {...{ template, now, timezone, offline }}
                  isBusy={busyId === template._id}
                  isOtherBusy={busyId !== null && busyId !== template._id}
                  onActivate={(active) => activate(template, active)}
                />
              ))}
            </ul>
          )}
        </QueryState>
      </PageSheet>
    </PageRoom>
  )
}
