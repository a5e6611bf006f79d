import { Printer } from 'lucide-react'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet, Section } from '../../parts/page-sheet.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { Note } from '../../parts/state-notes.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'
import type { FaxFormActor } from './fax-form.machine.ts'
import { FaxForm } from './fax-form.tsx'
import { FaxList } from './fax-list.tsx'
import { PreviewRegion } from './preview-region.tsx'
import { useFaxActions } from './use-fax-actions.ts'
import { useFaxForm } from './use-fax-form.ts'
import { useFaxes } from './use-faxes.ts'

export interface FaxOrganization {
  readonly _id: string
  readonly name: string
  readonly timezone: string
}

/** The newest faxes beside the form; all of them have a page of their own. */
const LAST = 5

/** [FAX-01] [ENTITY-28] The form beside the pages that will be printed, and the last faxes below. */
export function FaxScreen({ organization }: { organization: FaxOrganization }) {
  const actor = useFaxForm(organization._id)
  return actor && <FaxSheet actor={actor} organization={organization} />
}

export function FaxSheet({ actor, organization }: { actor: FaxFormActor; organization: FaxOrganization }) {
  const { _id: organizationId, name, timezone } = organization
  const faxes = useFaxes(organizationId)
  const actions = useFaxActions(organizationId, faxes)
  const all = (
    <Link to="/fax/sent" className={buttonLook('default', 'md')}>
      All sent faxes
    </Link>
  )
  return (
    <PageRoom>
      <PageSheet title="Fax" lead={`Send a document from ${name} to a fax machine.`} wide action={all}>
        <div className="grid gap-6 px-4 py-5 md:px-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <FaxForm actor={actor} organizationId={organizationId} timezone={timezone} />
          <PreviewRegion actor={actor} organizationId={organizationId} />
        </div>
        <Section title="Last faxes" flush>
          <QueryState
            query={faxes}
            what="The faxes"
            rows={3}
            empty={
              <Note
                icon={Printer}
                title="No faxes yet"
                detail="Faxes that you send stand here, with what became of them."
              />
            }
          >
            {(rows) => <FaxList faxes={rows.slice(0, LAST)} known={rows} {...{ timezone, actions, organizationId }} />}
          </QueryState>
        </Section>
      </PageSheet>
    </PageRoom>
  )
}
