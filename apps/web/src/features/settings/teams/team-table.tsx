import type { Team } from '@foyer/contracts/teams/teams.ts'
import { Pencil, Trash2 } from 'lucide-react'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/table.tsx'
import { membersOf } from './teams.rules.ts'

interface TeamTableProps {
  teams: readonly Team[]
  colleagues: readonly Colleague[]
  offline: boolean
  onEdit: (team: Team) => void
  onRemove: (team: Team) => void
}

export function TeamTable({ teams, colleagues, offline, onEdit, onRemove }: TeamTableProps) {
  const disabledReason = offlineReason(offline)
  const columns: Column<Team>[] = [
    {
      id: 'name',
      title: 'Team',
      width: '13rem',
      stacked: 'title',
      cell: ({ name }) => <bdi className="font-semibold wrap-anywhere">{name}</bdi>,
    },
    {
      id: 'members',
      title: 'Members',
      stacked: 'line',
      cell: (team) => <Members members={membersOf(team, colleagues)} />,
    },
    {
      id: 'change',
      title: 'Change or remove',
      headless: true,
      width: '12.5rem',
      align: 'end',
      stacked: 'action',
      cell: (team) => (
        <span className="inline-flex gap-1">
          <Button
            kind="ghost"
            size="sm"
            icon={Pencil}
            aria-label={`Change ${team.name}`}
            disabledReason={disabledReason}
            onClick={() => onEdit(team)}
          >
            Change
          </Button>
          <Button
            kind="ghost"
            size="sm"
            icon={Trash2}
            aria-label={`Remove ${team.name}`}
            disabledReason={disabledReason}
            onClick={() => onRemove(team)}
          >
            Remove
          </Button>
        </span>
      ),
    },
  ]
  return <Table label="Teams" columns={columns} rows={teams} rowId={({ _id }) => _id} />
}

function Members({ members }: { members: readonly Colleague[] }) {
  if (members.length === 0)
    return <span className="text-warn-text">No one yet, so “Next patient” offers its conversations to everyone</span>
  return <span className="wrap-anywhere text-muted">{members.map(({ name }) => name).join(', ')}</span>
}
