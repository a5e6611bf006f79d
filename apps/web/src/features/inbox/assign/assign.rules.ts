/** Whom a conversation may be assigned to, in the order of the list, and which of them a search finds. */
import { foldName } from '@foyer/contracts/fold.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { ConversationAction } from '../conversation-actions.rules.ts'

interface Named {
  readonly _id: string
  readonly name: string
}

export type Target =
  | { readonly kind: 'staff'; readonly to: Named; readonly isMe: boolean }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'team'; readonly to: Named }
  | { readonly kind: 'noTeam' }

export interface Targets {
  readonly people: readonly Target[]
  readonly teams: readonly Target[]
}

interface Known {
  readonly me: Named
  readonly colleagues: readonly Named[]
  readonly teams: readonly Named[]
}

/** The user first, then colleagues and "Unassigned"; then the teams. A search keeps those with its words. */
export function targetsOf(
  { staffAssigned, team }: Pick<Conversation, 'staffAssigned' | 'team'>,
  { me, colleagues, teams }: Known,
  search: string,
): Targets {
  const assigned = staffAssigned[0]
  // The current assignee is a choice even when the list of colleagues did not load.
  const staff = new Map([me, ...colleagues, ...(assigned ? [assigned] : [])].map((one) => [one._id, one]))
  const people: Target[] = [
    ...[...staff.values()].map((to) => ({ kind: 'staff' as const, to, isMe: to._id === me._id })),
    ...(assigned ? [{ kind: 'nobody' as const }] : []),
  ]
  const ofTeams: Target[] = [
    ...teams.map((to) => ({ kind: 'team' as const, to })),
    ...(team ? [{ kind: 'noTeam' as const }] : []),
  ]
  return { people: found(people, search), teams: found(ofTeams, search) }
}

/** Targets with a word that begins with the search come first. */
function found(targets: readonly Target[], search: string): readonly Target[] {
  const sought = foldName(search.trim())
  if (sought === '') return targets
  const names = targets.map((target) => ({ target, name: ` ${foldName(searchName(target))}` }))
  const isFirst = ({ name }: { name: string }) => name.includes(` ${sought}`)
  const matching = names.filter(({ name }) => name.includes(sought))
  return [...matching.filter(isFirst), ...matching.filter((one) => !isFirst(one))].map(({ target }) => target)
}

const searchName = (target: Target) =>
  target.kind === 'staff' && target.isMe ? `You ${target.to.name} me` : nameOf(target)

export function nameOf(target: Target): string {
  switch (target.kind) {
    case 'staff':
      return target.isMe ? 'You' : target.to.name
    case 'team':
      return target.to.name
    case 'nobody':
      return 'Unassigned'
    case 'noTeam':
      return 'No team'
  }
}

export const keyOf = (target: Target): string => ('to' in target ? target.to._id : target.kind)

export function isCurrent(target: Target, { staffAssigned, team }: Pick<Conversation, 'staffAssigned' | 'team'>) {
  switch (target.kind) {
    case 'staff':
      return staffAssigned[0]?._id === target.to._id
    case 'team':
      return team?._id === target.to._id
    default:
      return false
  }
}

/** The action that assigns the conversation so; `why` is kept as a note unless it is empty. */
export function assigning(conversationId: string, target: Target, why: string): ConversationAction {
  const note = why.trim() === '' ? {} : { note: why.trim() }
  switch (target.kind) {
    case 'staff':
      return { kind: 'assign', conversationId, staff: { _id: target.to._id, name: target.to.name }, ...note }
    case 'nobody':
      return { kind: 'assign', conversationId, staff: null, ...note }
    case 'team':
      return { kind: 'team', conversationId, team: { _id: target.to._id, name: target.to.name }, ...note }
    case 'noTeam':
      return { kind: 'team', conversationId, team: null, ...note }
  }
}

/** "Dana Whitfield, Billing": the words of the button. */
export function assignedWords(staff: string | null, team: string | null): string {
  return [staff, team].filter((name) => name !== null).join(', ') || 'Unassigned'
}

/** The name of the button. It contains the button's words, because people who use speech input say what they see. */
export function assignedLabel(staff: string | null, team: string | null): string {
  return `Assigned to: ${assignedWords(staff, team)}${team === null ? '' : ' (team)'}`
}
