import type { Member } from '@foyer/contracts/main/member-calls.ts'
import type { Role } from '@foyer/contracts/organization.ts'
import { ShieldCheck, ShieldOff, UserMinus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { roleChoices, roleNames } from '../../../lib/roles.rules.ts'
import { useParts } from '../../../parts/parts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { StaffAvatar } from '../../../ui/staff-avatar.tsx'
import { dateLabel } from '../times.rules.ts'
import { OFFLINE, useOffline } from '../use-offline.ts'
import { ChangeRole, RemoveMember } from './member-dialogs.tsx'

interface MemberListProps {
  organizationId: string
  timezone: string
  /** Who looks at it. */
  me: string | null
  members: readonly Member[]
}

type Asked = { what: 'remove'; member: Member } | { what: 'role'; member: Member; role: Role }

/** The columns stand below one another where there is no room beside. */
const COLUMNS = 'lg:grid lg:grid-cols-[minmax(0,1fr)_9rem_6.5rem_9rem_7rem] lg:items-center lg:gap-x-3'

export function MemberList({ organizationId, timezone, me, members }: MemberListProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <div
        aria-hidden
        className={`narrow hidden h-9 border-t border-line px-5 text-xs font-medium text-muted ${COLUMNS}`}
      >
        <span>Name</span>
        <span>Second factor</span>
        <span>Since</span>
        <span>Role</span>
      </div>
      <ul aria-label="Members" className="divide-y divide-line border-t border-line">
        {members.map((member) => (
          <MemberRow
            key={member._id}
            {...{ member, timezone }}
            isMe={member._id === me}
            onRole={(role) => setAsked({ what: 'role', member, role })}
            onRemove={() => setAsked({ what: 'remove', member })}
          />
        ))}
      </ul>
      {asked?.what === 'role' && (
        <ChangeRole {...{ organizationId }} {...asked} isMe={asked.member._id === me} onClose={close} />
      )}
      {asked?.what === 'remove' && (
        <RemoveMember {...{ organizationId }} {...asked} isMe={asked.member._id === me} onClose={close} />
      )}
    </>
  )
}

interface MemberRowProps {
  member: Member
  timezone: string
  isMe: boolean
  onRole: (role: Role) => void
  onRemove: () => void
}

function MemberRow({ member, timezone, isMe, onRole, onRemove }: MemberRowProps) {
  const { clock } = useParts()
  const offline = useOffline()
  const { name, email, role, secondFactor, joinedAt, governedBy } = member
  const Shield = secondFactor ? ShieldCheck : ShieldOff
  const since = dateLabel(joinedAt, clock.now(), timezone)
  return (
    <li className={`flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 md:px-5 ${COLUMNS}`}>
      <div className="flex min-w-0 items-center gap-3 max-lg:w-full">
        <StaffAvatar name={name} size={28} />
        <div className="min-w-0 wrap-anywhere">
          <p className="text-sm font-semibold">
            <bdi>{name}</bdi>
            {isMe && <span className="font-normal text-muted"> (you)</span>}
          </p>
          <p className="text-sm text-muted">
            <bdi>{email}</bdi>
          </p>
          {governedBy !== null && (
            <p className="mt-0.5 flex items-start gap-1.5 text-sm text-muted">
              <UsersRound aria-hidden size={15} className="mt-0.5 shrink-0" />
              <span className="min-w-0">
                Role by a group of <bdi>{governedBy}</bdi>
              </span>
            </p>
          )}
        </div>
      </div>
      <p className={`flex items-center gap-1.5 text-sm ${secondFactor ? 'text-ok-text' : 'text-muted'}`}>
        <Shield aria-hidden size={15} className="shrink-0" />
        <span className="lg:sr-only">Second factor </span>
        {secondFactor ? 'On' : 'Off'}
      </p>
      <p className="num text-sm text-muted">
        <span className="lg:sr-only">Since </span>
        {since}
      </p>
      <div className="max-lg:ml-auto">
        {offline ? (
          <Button disabledReason={OFFLINE}>{roleNames[role]}</Button>
        ) : (
          <Select
            label={`Role of ${name}`}
            value={role}
            choices={roleChoices}
            onChange={(next) => next !== role && onRole(next)}
            className="w-32"
          />
        )}
      </div>
      <div className="lg:justify-self-end">
        <Button
          kind="ghost"
          size="sm"
          icon={UserMinus}
          aria-label={`Remove ${name}`}
          disabledReason={offline ? OFFLINE : undefined}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}
