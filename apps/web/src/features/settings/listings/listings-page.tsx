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
  return (
    organization && <ListingSettings key={organization._id} {...organization} isAdmin={organization.role === 'admin'} />
  )
}

interface ListingSettingsProps {
  _id: string
  name: string
  isAdmin: boolean
}

/** How the consent at Google ended, as the address says. */
const OUTCOMES: Readonly<Record<string, string>> = {
  refused: 'Google was not given the consent. Nothing was changed.',
  expired: 'The consent took too long, or was given in another browser. Connect once more.',
  not_allowed: 'Only admins connect the listings. Nothing was changed.',
  several_accounts:
    'This Google user manages listings in several accounts, and Foyer does not choose among them. Connect as a user who manages the clinic’s account alone.',
  unanswered: 'Google did not say which locations this user manages. Nothing was changed. Connect once more.',
  no_locations: 'This Google account has no locations. Choose the account that owns the clinic’s listings.',
}

/** Google's pushes are a setting of the account, which another program may have made. */
const PUSHED_ELSEWHERE =
  'Google tells another program when a review of this account is new, and that stays so. Here new reviews come some minutes later.'

export function ListingSettings({ _id: organizationId, name, isAdmin }: ListingSettingsProps) {
  const connection = useListingConnection(organizationId)
  const [params] = useSearchParams()
  const pushed = params.get('push') === 'elsewhere' ? PUSHED_ELSEWHERE : undefined
  const outcome = OUTCOMES[params.get('problem') ?? ''] ?? pushed
  return (
    <PageSheet title="Reviews and listings" lead={`The locations of ${name} on Google.`}>
      {outcome !== undefined && (
        <p role="alert" className="bg-warn px-4 py-2.5 text-sm text-warn-text md:px-5">
          {outcome}
        </p>
      )}
      <QueryState query={connection} what="The connection" rows={3}>
        {(data) => (
          <ConnectionSection {...{ organizationId, isAdmin }} connection={data} onChanged={connection.refetch} />
        )}
      </QueryState>
      {connection.data !== undefined && (
        <Section title="Canned replies" detail="They may hold {{reviewer}}, {{location}} and {{phone}}.">
          <CannedReplies {...{ organizationId }} connection={connection.data} />
        </Section>
      )}
    </PageSheet>
  )
}
