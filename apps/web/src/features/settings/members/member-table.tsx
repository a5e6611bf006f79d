import type { Member } from '@foyer/contracts/main/member-calls.ts'
import type { Role } from '@foyer/contracts/organization.ts'
import { ShieldCheck, ShieldOff, UserMinus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { roleChoices, roleNames } from '../../../lib/roles.rules.ts'
import { dateLabel } from '../../../lib/time-labels.rules.ts'
import { useSort } from '../../../parts/rows/use-sort.ts'
import { useServices } from '../../../parts/services.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { StaffAvatar } from '../../../ui/staff-avatar.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/table.tsx'
import { ChangeRole, RemoveMember } from './member-dialogs.tsx'
import { MEMBER_ORDERS, sortMembers } from './members.rules.ts'

interface MemberTableProps {
  organizationId: string
  timezone: string
  members: readonly Member[]
}

type PendingChange = { what: 'remove'; member: Member } | { what: 'role'; member: Member; role: Role }

export function MemberTable({ organizationId, timezone, members }: MemberTableProps) {
  const { app, clock } = useServices()
  const me = useSnapshot(app.mainContext).user?._id
  const offline = useOffline()
  const [asked, setAsked] = useState<PendingChange | null>(null)
  const [sort, setSort] = useSort(MEMBER_ORDERS, { by: 'name', descending: false })
  const disabledReason = offlineReason(offline)
  const columns: Column<Member>[] = [
    {
      id: 'name',
      title: 'Name',
      sortable: true,
      stacked: 'title',
      cell: (member) => <Name {...member} isMe={member._id === me} />,
    },
    { id: 'factor', title: 'Second factor', width: '8.5rem', cell: SecondFactor },
    {
      id: 'since',
      title: 'Since',
      width: '7.5rem',
      sortable: true,
      cell: ({ joinedAt }) => <span className="num text-muted">{dateLabel(joinedAt, clock.now(), timezone)}</span>,
    },
    {
      id: 'role',
      title: 'Role',
      width: '9.5rem',
      sortable: true,
      cell: (member) =>
        offline ? (
          <Button disabledReason={disabledReason}>{roleNames[member.role]}</Button>
        ) : (
          <Select
            label={`Role of ${member.name}`}
            value={member.role}
            choices={roleChoices}
            onChange={(role) => role !== member.role && setAsked({ what: 'role', member, role })}
            className="w-32"
          />
        ),
    },
    {
      id: 'remove',
      title: 'Remove',
      headless: true,
      width: '8rem',
      align: 'end',
      stacked: 'action',
      cell: (member) => (
        <Button
          kind="ghost"
          size="sm"
          icon={UserMinus}
          aria-label={`Remove ${member.name}`}
          disabledReason={disabledReason}
          onClick={() => setAsked({ what: 'remove', member })}
        >
          Remove
        </Button>
      ),
    },
  ]
  const dialog = asked && { organizationId, isMe: asked.member._id === me, onClose: () => setAsked(null) }
  return (
    <>
      <Table
        label="Members"
        columns={columns}
        rows={sortMembers(members, sort)}
        rowId={({ _id }) => _id}
        sort={sort}
        onSort={setSort}
      />
      {asked?.what === 'role' && dialog && <ChangeRole {...dialog} {...asked} />}
      {asked?.what === 'remove' && dialog && <RemoveMember {...dialog} {...asked} />}
    </>
  )
}

function Name({ name, email, governedBy, isMe }: Member & { isMe: boolean }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <StaffAvatar name={name} size={28} />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">
          <bdi>{name}</bdi>
          {isMe && <span className="font-normal text-muted"> (you)</span>}
        </p>
        <p className="text-muted">
          <bdi>{email}</bdi>
        </p>
        {governedBy !== null && (
          <p className="mt-0.5 flex items-start gap-1.5 text-muted">
            <UsersRound aria-hidden size={15} className="mt-0.5 shrink-0" />
            <span className="min-w-0">
              Role by a group of <bdi>{governedBy}</bdi>
            </span>
          </p>
        )}
      </div>
    </div>
  )
}

function SecondFactor({ secondFactor }: Member) {
  const Shield = secondFactor ? ShieldCheck : ShieldOff
  return (
    <span className={`flex items-center gap-1.5 ${secondFactor ? 'text-ok-text' : 'text-muted'}`}>
      <Shield aria-hidden size={15} className="shrink-0" />
      {secondFactor ? 'On' : 'Off'}
    </span>
  )
}
