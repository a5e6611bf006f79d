import type { Team } from '@foyer/contracts/teams/teams.ts'
import { Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { PageSheet, Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { useColleagues } from '../../../parts/use-colleagues.ts'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { useTeams } from '../../../parts/use-teams.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { AdminsOnly, type Organization } from '../admins-only.tsx'
import { RemoveTeam } from './remove-team.tsx'
import { TeamForm } from './team-form.tsx'
import { TeamTable } from './team-table.tsx'

export function Component() {
  return <AdminsOnly title="Teams">{(organization) => <Teams key={organization._id} {...organization} />}</AdminsOnly>
}

type Asked = { what: 'save'; team: Team | null } | { what: 'remove'; team: Team }

/** The teams of the organization, kept current while colleagues change them. */
function Teams({ _id: organizationId, name }: Organization) {
  const teams = useTeams(organizationId)
  const { colleagues } = useColleagues(organizationId)
  const offline = useOffline()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const add = (
    <Button
      kind="primary"
      icon={Plus}
      disabledReason={offlineReason(offline, 'Adding a team')}
      onClick={() => setAsked({ what: 'save', team: null })}
    >
      Add a team
    </Button>
  )
  const empty = (
    <Note
      icon={UsersRound}
      title="No teams yet"
      detail="A conversation may belong to a team, such as “Front desk” or “Billing”, and also to a person. “Next patient” offers it to the members of its team."
    />
  )
  return (
    <PageSheet title="Teams" lead={`Who works together in ${name} and shares conversations.`} action={add} wide>
      <QueryState query={teams} what="The teams" rows={3} empty={empty}>
        {(found) => (
          <Section title={found.length === 1 ? 'One team' : `${found.length} teams`} flush>
            <TeamTable
              teams={found}
              {...{ colleagues, offline }}
              onEdit={(team) => setAsked({ what: 'save', team })}
              onRemove={(team) => setAsked({ what: 'remove', team })}
            />
          </Section>
        )}
      </QueryState>
      <Drawer
        open={asked?.what === 'save'}
        onClose={close}
        title={asked?.what === 'save' && asked.team !== null ? `Change ${asked.team.name}` : 'Add a team'}
      >
        {asked?.what === 'save' && (
          <TeamForm
            {...{ organizationId, colleagues }}
            team={asked.team}
            teams={teams.data ?? []}
            onSaved={(epoch, team) => {
              teams.put(epoch, [team])
              close()
            }}
          />
        )}
      </Drawer>
      {asked?.what === 'remove' && <RemoveTeam {...{ organizationId, offline }} team={asked.team} onClose={close} />}
    </PageSheet>
  )
}
