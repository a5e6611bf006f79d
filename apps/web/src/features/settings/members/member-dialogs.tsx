import type { Member } from '@foyer/contracts/main/member-calls.ts'
import type { Role } from '@foyer/contracts/organization.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { useChangeRole, useRemoveMember } from './members.queries.ts'

interface MemberDialogProps {
  organizationId: string
  member: Member
  isMe: boolean
  onClose: () => void
}

const ARTICLES: Readonly<Record<Role, string>> = {
  agent: 'an agent',
  supervisor: 'a supervisor',
  provider: 'a provider',
  admin: 'an admin',
}

/** Asks before a role is changed, because the change signs the member out. */
export function ChangeRole({ organizationId, member, role, isMe, onClose }: MemberDialogProps & { role: Role }) {
  const offline = useOffline()
  const change = useChangeRole(organizationId)
  const who = isMe ? 'yourself' : member.name
  return (
    <ConfirmDialog
      title={`Make ${who} ${ARTICLES[role]}?`}
      confirm={`Make ${ARTICLES[role]}`}
      busy={change.isPending}
      disabledReason={offlineReason(offline)}
      error={change.isError ? failureMessage(change.error) : null}
      onConfirm={() =>
        change.mutate(
          { _id: member._id, role },
          {
            onSuccess: () => {
              notifySuccess(`${member.name} is ${ARTICLES[role]} now`)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>
        {isMe ? 'You are' : 'They are'} {ARTICLES[member.role]} now.{' '}
        {role === 'admin' && 'Admins manage members and roles, and see the audit. '}
        {isMe && 'Without the admin role, you’ll no longer see this page. '}
        {isMe
          ? 'You’ll be signed out everywhere and need to sign in again.'
          : 'They’ll be signed out everywhere and need to sign in again.'}
      </p>
      {member.governedBy !== null && (
        <p className="text-warn-text">
          The role comes from a group of <bdi className="font-semibold">{member.governedBy}</bdi>: at{' '}
          {isMe ? 'your' : 'their'} next sign-in by it, it is what the group says again. To keep the change, make it
          there too.
        </p>
      )}
      <InvitationsStay member={member} isMe={isMe} />
    </ConfirmDialog>
  )
}

export function RemoveMember({ organizationId, member, isMe, onClose }: MemberDialogProps) {
  const offline = useOffline()
  const remove = useRemoveMember(organizationId)
  return (
    <ConfirmDialog
      title={`Remove ${isMe ? 'yourself' : member.name}?`}
      confirm="Remove"
      danger
      busy={remove.isPending}
      disabledReason={offlineReason(offline)}
      error={remove.isError ? failureMessage(remove.error) : null}
      onConfirm={() =>
        remove.mutate(member._id, {
          onSuccess: () => {
            notifySuccess(`${member.name} removed`)
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      <p>
        {isMe ? 'Your' : 'Their'} screens empty at once, and {isMe ? 'you see' : 'they see'} nothing of this
        organization any more. What {isMe ? 'you' : 'they'} wrote stays.
      </p>
      {member.governedBy !== null && (
        <p className="text-warn-text">
          A group of <bdi className="font-semibold">{member.governedBy}</bdi> made {isMe ? 'you' : 'them'} a member: at{' '}
          {isMe ? 'your' : 'their'} next sign-in by it {isMe ? 'you are' : 'they are'} one again, unless{' '}
          {isMe ? 'you leave' : 'they leave'} the group there.
        </p>
      )}
      <InvitationsStay member={member} isMe={isMe} />
    </ConfirmDialog>
  )
}

/** Explains that invitations stay. Only admins invite. */
function InvitationsStay({ member, isMe }: Pick<MemberDialogProps, 'member' | 'isMe'>) {
  if (member.role !== 'admin') return null
  return (
    <p>
      Invitations that {isMe ? 'you' : 'they'} sent stay open, and the list says so: an admin sends them again or
      withdraws them.
    </p>
  )
}
