import { useSnapshot } from 'valtio'
import { useApp } from '../../../parts/parts.tsx'
import { Section, SettingsPage } from '../page-parts.tsx'
import { AdminsOnly, Asked } from '../page-states.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberList } from './member-list.tsx'
import { useInvitations, useMembers } from './members.queries.ts'

export function Component() {
  return (
    <AdminsOnly title="Members">
      {({ _id, name, timezone }) => <Members key={_id} organizationId={_id} name={name} timezone={timezone} />}
    </AdminsOnly>
  )
}

interface MembersProps {
  organizationId: string
  name: string
  timezone: string
}

function Members({ organizationId, name, timezone }: MembersProps) {
  const me = useSnapshot(useApp().mainContext).user?._id ?? null
  const members = useMembers(organizationId)
  const invitations = useInvitations(organizationId)
  return (
    <SettingsPage title="Members" lead={`Who works in ${name}, and as what.`} wide>
      <Section title="Invite somebody" detail="They get a link by mail, which works for seven days.">
        <InviteForm organizationId={organizationId} />
      </Section>
      <Asked query={invitations} what="The invitations" rows={1}>
        {(found) =>
          found.length > 0 && (
            <Section title="Open invitations" flush>
              <InvitationList {...{ organizationId, timezone }} invitations={found} />
            </Section>
          )
        }
      </Asked>
      <Asked query={members} what="The members" rows={5}>
        {(found) => (
          <Section title={found.length === 1 ? 'One member' : `${found.length} members`} flush>
            <MemberList {...{ organizationId, timezone, me }} members={found} />
          </Section>
        )}
      </Asked>
    </SettingsPage>
  )
}
