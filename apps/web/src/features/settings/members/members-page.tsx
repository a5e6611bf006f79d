import { PageSheet, Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { AdminsOnly, type Organization } from '../admins-only.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberTable } from './member-table.tsx'
import { useInvitations, useMembers } from './members.queries.ts'

export function Component() {
  return (
    <AdminsOnly title="Members">{(organization) => <Members key={organization._id} {...organization} />}</AdminsOnly>
  )
}

function Members({ _id: organizationId, name, timezone }: Organization) {
  const members = useMembers(organizationId)
  const invitations = useInvitations(organizationId)
  return (
    <PageSheet title="Members" lead={`People in ${name} and their roles.`} wide>
      <Section title="Invite someone" detail="They’ll get an email with a link that works for seven days.">
        <InviteForm organizationId={organizationId} />
      </Section>
      <QueryState query={invitations} what="The invitations" rows={1} empty={null}>
        {(found) => (
          <Section title="Open invitations" flush>
            <InvitationList {...{ organizationId, timezone }} invitations={found} />
          </Section>
        )}
      </QueryState>
      <QueryState query={members} what="The members" rows={5}>
        {(found) => (
          <Section title={found.length === 1 ? 'One member' : `${found.length} members`} flush>
            <MemberTable {...{ organizationId, timezone }} members={found} />
          </Section>
        )}
      </QueryState>
    </PageSheet>
  )
}
