/** Actions of teams, and of assignments that say why. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { CEDAR } from '../calls/clinics.ts'
import type { Action } from './stage.ts'

const organizationId = CEDAR.id

const asSam =
  (name: CallName, fields: object): Action['act'] =>
  ({ clinics }) =>
    clinics.staff.sam.call(name, { body: { organizationId, ...fields } } as never)

const asLena =
  (name: CallName, fields: object): Action['act'] =>
  ({ clinics, conversationId }) =>
    clinics.staff.lena.call(name, { body: { organizationId, conversationId, ...fields } } as never)

/** Saves the team of this name with other fields. It has no conversations: a screen reads their team's new name from the team. */
const saving =
  (known: string, fields: { name: string; members: readonly string[] }): Action['act'] =>
  async (stage) => {
    const [row] = await stage.clinics.store.query<{ _id: string; version: number }>(
      'select id as _id, version::int as version from teams where name = $1',
      [known],
    )
    return asSam('saveTeam', { ...row, ...fields })(stage)
  }

export const TEAM_ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  saveTeam: [
    {
      title: 'a team is added',
      act: asSam('saveTeam', { name: 'Pharmacy', members: ['usr_dana'], version: 0 }),
    },
    {
      title: 'the same team is added again',
      act: asSam('saveTeam', { name: 'Pharmacy', members: ['usr_dana'], version: 0 }),
      silent: true,
    },
    { title: 'a team has another name', act: saving('Pharmacy', { name: 'Dispensary', members: ['usr_dana'] }) },
    { title: 'a team has other members', act: saving('Dispensary', { name: 'Dispensary', members: ['usr_lena'] }) },
  ],
  assignToTeam: [
    { title: 'a conversation is given to a team', act: asLena('assignToTeam', { team: 'team2' }) },
    { title: 'it is given to the same team again', act: asLena('assignToTeam', { team: 'team2' }), silent: true },
    { title: 'another team gets it, with a note', act: asLena('assignToTeam', { team: 'team1', note: 'Yours' }) },
  ],
  removeTeam: [
    {
      title: 'a team with conversations is removed',
      act: async (stage) => {
        await asLena('assignToTeam', { team: 'team1' })(stage)
        return asSam('removeTeam', { _id: 'team1' })(stage)
      },
    },
  ],
}
