/** The words and the checks of the teams' page. */

import { TEAM_NAME_MAX } from '@foyer/contracts/teams/teams.rules.ts'
import type { Team } from '@foyer/contracts/teams/teams.ts'

interface Member {
  readonly _id: string
  readonly name: string
}

/** The members who belong to the clinic now, by name. */
export function membersOf({ members }: Pick<Team, 'members'>, colleagues: readonly Member[]): readonly Member[] {
  return colleagues.filter(({ _id }) => members.includes(_id))
}

export function nameError(name: string, others: readonly Pick<Team, 'name'>[]): string | undefined {
  const typed = name.trim()
  if (typed === '') return 'Enter a name, like “Front desk”'
  if (typed.length > TEAM_NAME_MAX) return `Use at most ${TEAM_NAME_MAX} characters`
  const isTaken = others.some((other) => other.name.toLowerCase() === typed.toLowerCase())
  return isTaken ? 'Another team has this name' : undefined
}

/** "Its 3 open conversations stay, without a team." */
export function freedWords(open: number | null): string {
  if (open === null) return 'Its conversations stay, without a team.'
  if (open === 0) return 'It has no open conversations.'
  return open === 1
    ? 'Its open conversation stays, without a team.'
    : `Its ${open} open conversations stay, without a team.`
}

/** The saved members: those that are ticked, and those who left the clinic, in case they come back. */
export function chosenMembers(team: Team | null, ticked: readonly string[], colleagues: readonly Member[]): string[] {
  const here = new Set(colleagues.map(({ _id }) => _id))
  return [...ticked, ...(team?.members ?? []).filter((id) => !here.has(id))]
}
