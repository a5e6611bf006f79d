import type { Invitation } from '@foyer/contracts/main/member-calls.ts'
import { CircleAlert, Clock, type LucideIcon, MailCheck, MailWarning, UserX } from 'lucide-react'
import { useRef, useState } from 'react'
import { roleNames } from '../../../lib/roles.rules.ts'
import { dateLabel, untilLabel } from '../../../lib/time-labels.rules.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useServices } from '../../../parts/services.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { useResend, useWithdraw } from './members.queries.ts'

interface InvitationListProps {
  organizationId: string
  timezone: string
  invitations: readonly Invitation[]
}

export function InvitationList({ organizationId, timezone, invitations }: InvitationListProps) {
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null)
  return (
    <>
      <ul aria-label="Open invitations" className="divide-y divide-line border-t border-line">
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation._id}
            {...{ organizationId, timezone, invitation }}
            onWithdraw={() => setWithdrawn(invitation)}
          />
        ))}
      </ul>
      {withdrawn && (
        <Withdraw organizationId={organizationId} invitation={withdrawn} onClose={() => setWithdrawn(null)} />
      )}
    </>
  )
}

interface InvitationRowProps extends Omit<InvitationListProps, 'invitations'> {
  invitation: Invitation
  onWithdraw: () => void
}

function InvitationRow({ organizationId, timezone, invitation, onWithdraw }: InvitationRowProps) {
  const { clock } = useServices()
  const offline = useOffline()
  const resend = useResend(organizationId)
  const key = useRef<string | null>(null)
  const { email, role, invitedBy, invitedAt } = invitation
  const now = clock.now()
  const disabledReason = offlineReason(offline)

  function sendAgain() {
    // A retry after a missing answer keeps its key.
    key.current ??= crypto.randomUUID()
    resend.mutate(
      { invitationId: invitation._id, key: key.current },
      {
        onSuccess: () => {
          key.current = null
          notifySuccess(`Invitation sent to ${email}`)
        },
      },
    )
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm font-semibold wrap-anywhere">
          <bdi>{email}</bdi> <span className="font-normal text-muted">as {roleNames[role].toLowerCase()}</span>
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          Invited by <bdi>{invitedBy}</bdi> · {dateLabel(invitedAt, now, timezone)}
        </p>
        <State {...stateOf(invitation, untilLabel(invitation.expiresAt, now, timezone))} />
        <InviterIs invitation={invitation} />
        {resend.isError && (
          <p role="alert" className="mt-1 text-sm wrap-anywhere text-bad-text">
            {failureMessage(resend.error)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={`Resend the invitation to ${email}`}
          busy={resend.isPending}
          disabledReason={disabledReason}
          onClick={sendAgain}
        >
          Resend
        </Button>
        <Button
          size="sm"
          kind="ghost"
          aria-label={`Withdraw the invitation to ${email}`}
          disabledReason={disabledReason}
          onClick={onWithdraw}
        >
          Withdraw
        </Button>
      </div>
    </li>
  )
}

interface StateProps {
  icon: LucideIcon
  words: string
  look: string
}

function State({ icon: Icon, words, look }: StateProps) {
  return (
    <p className={`mt-0.5 flex items-center gap-1.5 text-sm ${look}`}>
      <Icon aria-hidden size={15} className="shrink-0" />
      {words}
    </p>
  )
}

const BECAME: Readonly<Record<Exclude<Invitation['inviterIs'], 'admin'>, string>> = {
  member: 'is no longer an admin',
  disabled: 'has an account that is turned off',
  gone: 'is no longer a member',
}

/**
 * Warns when the inviter is no longer an admin. Another admin then sends the invitation again in their own name, or
 * withdraws it.
 */
function InviterIs({ invitation: { inviterIs, invitedBy, expired } }: { invitation: Invitation }) {
  if (inviterIs === 'admin' || expired) return null
  return (
    <p className="mt-0.5 flex items-start gap-1.5 text-sm wrap-anywhere text-warn-text">
      <UserX aria-hidden size={15} className="mt-0.5 shrink-0" />
      <span className="min-w-0">
        <bdi>{invitedBy}</bdi> {BECAME[inviterIs]}, and the link still works. Send it again in your name, or withdraw
        it.
      </span>
    </p>
  )
}

function stateOf({ expired, delivery }: Invitation, until: string): StateProps {
  if (expired) return { icon: CircleAlert, words: 'Expired: the link no longer works', look: 'text-warn-text' }
  if (delivery === 'failed')
    return { icon: MailWarning, words: 'The email couldn’t be sent. Check the address.', look: 'text-bad-text' }
  if (delivery === 'waiting') return { icon: Clock, words: 'The email is on its way', look: 'text-muted' }
  return { icon: MailCheck, words: `Email sent, link works until ${until}`, look: 'text-ok-text' }
}

interface WithdrawProps {
  organizationId: string
  invitation: Invitation
  onClose: () => void
}

function Withdraw({ organizationId, invitation, onClose }: WithdrawProps) {
  const offline = useOffline()
  const withdraw = useWithdraw(organizationId)
  return (
    <ConfirmDialog
      title={`Withdraw the invitation to ${invitation.email}?`}
      confirm="Withdraw"
      danger
      busy={withdraw.isPending}
      disabledReason={offlineReason(offline)}
      error={withdraw.isError ? failureMessage(withdraw.error) : null}
      onConfirm={() =>
        withdraw.mutate(invitation._id, {
          onSuccess: () => {
            notifySuccess('Invitation withdrawn')
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      The emailed link will stop working. You can invite them again.
    </ConfirmDialog>
  )
}
