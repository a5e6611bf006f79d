/** Actions of the calls for members and invitations. */
import type { BodyOf } from '@foyer/contracts/call.ts'
import type { CallName, Calls } from '@foyer/contracts/calls.ts'
import { CEDAR } from '../calls/clinics.ts'
import type { Action, Stage } from './stage.ts'

const organizationId = CEDAR.id

const asSam = <Name extends CallName>({ clinics }: Stage, name: Name, body: BodyOf<Calls[Name]>) =>
  clinics.staff.sam.call(name, { body })

async function haveWalt({ clinics }: Stage): Promise<void> {
  await clinics.store.query(
    `insert into "user" (id, name, email) values ('usr_walt', 'walt of the staff', 'walt@demo.test') on conflict do nothing`,
  )
  await clinics.store.query(
    `insert into members values ('org_cedar', 'usr_walt', 'agent') on conflict (organization_id, user_id) do nothing`,
  )
}

const invited = async (stage: Stage, email: string) =>
  (await asSam(stage, 'invite', { organizationId, email, role: 'agent' })).data._id

export const MEMBERSHIP: Partial<Record<CallName, readonly Action[]>> = {
  changeRole: [
    {
      title: 'a member gets another role [OPEN-002]',
      async act(stage) {
        await haveWalt(stage)
        await asSam(stage, 'changeRole', { organizationId, userId: 'usr_walt', role: 'provider' })
      },
    },
  ],
  removeMember: [
    {
      title: 'a member with a conversation is removed, and the conversation keeps the name',
      async act(stage) {
        await haveWalt(stage)
        const { clinics, conversationId } = stage
        await clinics.staff.lena.call('assignToStaff', { body: { organizationId, conversationId, user: 'usr_walt' } })
        await asSam(stage, 'removeMember', { organizationId, userId: 'usr_walt' })
      },
    },
  ],
  invite: [{ title: 'a person is invited [OPEN-044]', act: (stage) => invited(stage, 'a@people.test'), silent: true }],
  resendInvitation: [
    {
      title: 'the invitation is sent again [OPEN-044]',
      async act(stage) {
        const invitationId = await invited(stage, 'b@people.test')
        await asSam(stage, 'resendInvitation', { organizationId, invitationId })
      },
      silent: true,
    },
  ],
  withdrawInvitation: [
    {
      title: 'the invitation is withdrawn [OPEN-044]',
      async act(stage) {
        const invitationId = await invited(stage, 'c@people.test')
        await asSam(stage, 'withdrawInvitation', { organizationId, invitationId })
      },
      silent: true,
    },
  ],
}
