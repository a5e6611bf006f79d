import { useSearchParams } from 'react-router'
import { useListingConnection } from '../../../parts/listings/use-listing-connection.ts'
import { PageSheet, Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { CannedReplies } from './canned-replies.tsx'
import { ConnectionSection } from './connection-section.tsx'

/** The route `/settings/listings`. Every member sees the connection; admins change it. */
export function Component() {
  const organization = useActiveOrganization()
  return organization && <ListingSettings key={organization._id} {...organization} isAdmin={organization.role === 'admin'} />
}

interface ListingSettingsProps {
  _id: string
  name: string
  isAdmin: boolean
}

/** What Google sent the admin back with. */
const OUTCOMES: Readonly<Record<string, { readonly good: boolean; readonly words: string }>> = {
  connected: { good: true, words: 'Google is connected. The reviews come in now.' },
  denied: { good: false, words: 'Google was not given the consent. Nothing was changed.' },
  failed: { good: false, words: 'Google did not answer as it should. Connect once more.' },
  expired: { good: false, words: 'The consent took too long, or was given in another browser. Connect once more.' },
}

export function ListingSettings({ _id: organizationId, name, isAdmin }: ListingSettingsProps) {
  const connection = useListingConnection(organizationId)
  const outcome = OUTCOMES[useSearchParams()[0].get('google') ?? '']
  return (
    <PageSheet title="Reviews and listings" lead={`The locations of ${name} on Google.`}>
      {outcome && (
        <p
          role="status"
          className={`px-4 py-2.5 text-sm md:px-5 ${outcome.good ? 'bg-ok text-ok-text' : 'bg-warn text-warn-text'}`}
        >
          {outcome.words}
        </p>
      )}
      <QueryState query={connection} what="The connection" rows={3}>
        {(data) => <ConnectionSection {...{ organizationId, isAdmin }} connection={data} onChanged={connection.refetch} />}
      </QueryState>
      {connection.data !== undefined && (
        <Section title="Canned replies" detail="They may hold {{reviewer}}, {{location}} and {{phone}}.">
          <CannedReplies {...{ organizationId }} connection={connection.data} />
        </Section>
      )}
    </PageSheet>
  )
}
