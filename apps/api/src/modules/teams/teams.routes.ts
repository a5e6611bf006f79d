import { saveTeam, type Team, teams } from '@foyer/contracts/teams/teams.ts'
import { appendEvents, type LogPosition, readHead } from '../../events/append.ts'
import { notFound, notValid, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { isStaff } from '../organizations/organizations.ts'
import { stageTeam } from './team-changes.ts'
import { claimTeamName, listTeams, lockTeam } from './teams.store.ts'

/** Reading and saving teams. The inbox removes one, because its conversations lose it. */
export function teamRoutes({ clock, newId }: Services): Route[] {
  const log = (organizationId: string) => ({ organizationId, at: clock.now() })
  return [
    route(teams, ({ organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, data] = await Promise.all([readHead(tx, organizationId), listTeams(tx, organizationId)])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(saveTeam, ({ body: { _id, ...asked }, organizationId, write }) =>
      write(async (tx) => {
        const { name, members, version } = asked
        // Sent together: the store takes the lock of the names first.
        const [namesake, current] = await Promise.all([
          claimTeamName(tx, { organizationId, name, except: _id ?? null }),
          _id === undefined ? undefined : lockTeam(tx, { organizationId, id: _id }),
        ])
        if (_id !== undefined && !current) throw notFound()
        const known = _id === undefined ? namesake : current
        if (known && isSame(known, asked)) return answer(known, await appendEvents(tx, log(organizationId), []))
        if (current && current.version !== version)
          throw new Refusal('stale', 'Someone changed this team meanwhile.', { data: current })
        // Those who left the clinic may stay in a team, but not get into one.
        const newcomers = members.filter((userId) => !current?.members.includes(userId))
        if (!(await isStaff(tx, organizationId, newcomers)))
          throw notValid('members', 'Not all of them are members of the staff')
        if (namesake) throw new Refusal('conflict', 'Another team has this name.')
        const { change, saved } = stageTeam(tx, { _id: _id ?? newId(), organizationId, name, members })
        const position = await appendEvents(tx, log(organizationId), [change])
        return answer(saved(), position)
      }),
    ),
  ]
}

/** A call that is repeated because its answer was lost finds the team so. */
function isSame(team: Team, { name, members }: Pick<Team, 'name' | 'members'>): boolean {
  return team.name === name && new Set(team.members).symmetricDifference(new Set(members)).size === 0
}

function answer(data: Team, { seq, epoch }: LogPosition) {
  return { code: 'ok' as const, data, asOf: seq, epoch }
}
