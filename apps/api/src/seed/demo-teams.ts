/** The teams of the demo clinic, and the conversations that are theirs. */
import type { RequestType } from '@foyer/contracts/inbox/conversation.ts'
import type { ConversationRow, TeamMemberRow, TeamRow } from './seed.store.ts'
import { stableId } from './stable-id.rules.ts'

const FOUNDED = new Date('2025-01-06T15:00:00Z')
const TEAMS_OF = 'org_cedar'

interface DemoTeam {
  readonly name: string
  readonly members: readonly string[]
  readonly request: RequestType
}

const TEAMS: readonly DemoTeam[] = [
  { name: 'Front desk', members: ['usr_lena', 'usr_dana', 'usr_sam'], request: 'appointment' },
  { name: 'Billing', members: ['usr_dana', 'usr_ana'], request: 'billing' },
  { name: 'Nurses', members: ['usr_sam', 'usr_lena'], request: 'prescription' },
]

const idOf = (organizationId: string, { name }: DemoTeam) => stableId(FOUNDED, `team ${organizationId} ${name}`)

export function teamsOf(organizationId: string): { teams: TeamRow[]; team_members: TeamMemberRow[] } {
  const teams = organizationId === TEAMS_OF ? TEAMS : []
  return {
    teams: teams.map((team) => ({
      ...{ organization_id: organizationId, id: idOf(organizationId, team), name: team.name },
      ...{ removed_at: null, version: 0 },
    })),
    team_members: teams.flatMap((team) =>
      team.members.map((userId) => ({
        ...{ organization_id: organizationId, team_id: idOf(organizationId, team), user_id: userId },
      })),
    ),
  }
}

/** The team that a conversation is given to by its request. Those that wait for anybody since yesterday are nobody's. */
export function withTeam(conversation: ConversationRow, isWritten: boolean): ConversationRow {
  const { organization_id: organizationId, request_type: request, status, staff_assigned: assigned } = conversation
  const team = organizationId === TEAMS_OF && TEAMS.find((one) => one.request === request)
  const isGiven = status !== 'resolved' && (isWritten || assigned.length > 0)
  return team && isGiven ? { ...conversation, team_id: idOf(organizationId, team) } : conversation
}
