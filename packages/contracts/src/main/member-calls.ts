/** The calls about an organization's members and invitations, for its admins. [OPEN-044] */

import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { roleSchema } from '../organization.ts'
import { ok } from '../reply.ts'

const { organizationId, nothing, id } = field

export const memberSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  secondFactor: z.boolean(),
  joinedAt: z.iso.datetime(),
  /**
   * The display name of the identity provider whose group sets this role. Each sign-in sets the role again and overrides a
   * change made here. Null if an admin set the role here.
   */
  governedBy: z.string().nullable(),
})
export type Member = z.infer<typeof memberSchema>

export const invitationSchema = z.object({
  _id: z.string(),
  email: z.string(),
  role: roleSchema,
  invitedBy: z.string(),
  /** The inviter's present status; the operator counts as an admin. The link works whatever the status. */
  inviterIs: z.enum(['admin', 'member', 'disabled', 'gone']),
  invitedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The link no longer works; resending the invitation makes a new link. */
  expired: z.boolean(),
  /** The delivery of the invitation's mail. */
  delivery: z.enum(['waiting', 'sent', 'failed']),
})
export type Invitation = z.infer<typeof invitationSchema>

export const members = call({
  method: 'GET',
  path: '/api/main/members',
  access: 'admin',
  says: 'Read the members',
  summary: 'Everybody of the organization, by name.',
  failure: 'Failed to fetch the members',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: ok(z.array(memberSchema)),
  example: { query: inClinic },
})

export const changeRole = call({
  method: 'POST',
  path: '/api/main/members/role',
  access: 'admin',
  says: 'Changed the role of a member',
  summary: 'Gives a member another role and ends their sessions (T8). Refusal: `last_admin`.',
  failure: 'Failed to change the role',
  query: nothing,
  body: z.strictObject({ organizationId, userId: id, role: roleSchema }),
  reply: ok(memberSchema),
  example: { body: { ...inClinic, userId: 'usr_rita', role: 'supervisor' } },
})

export const removeMember = call({
  method: 'POST',
  path: '/api/main/members/remove',
  access: 'admin',
  says: 'Removed a member',
  summary: 'Takes a member out of the organization and ends their sessions and sockets. Refusal: `last_admin`.',
  failure: 'Failed to remove the member',
  query: nothing,
  body: z.strictObject({ organizationId, userId: id }),
  reply: ok(z.object({})),
  example: { body: { ...inClinic, userId: 'usr_paul' } },
})

export const invitations = call({
  method: 'GET',
  path: '/api/main/invitations',
  access: 'admin',
  says: 'Read the invitations',
  summary: 'Invitations that nobody accepted yet, the newest first.',
  failure: 'Failed to fetch the invitations',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: ok(z.array(invitationSchema)),
  example: { query: inClinic },
})

export const invite = call({
  method: 'POST',
  path: '/api/main/invitations',
  access: 'admin',
  says: 'Invited someone',
  summary:
    'Invites somebody by mail, for seven days. Refusals: `conflict` for a member or an open invitation, `rate_limited`, `no_channel` where no e-mail service is set up.',
  failure: 'Failed to send the invitation',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, email: field.accountEmail, role: roleSchema }),
  reply: ok(invitationSchema),
  example: { body: { ...inClinic, email: 'new@people.test', role: 'agent' } },
})

export const resendInvitation = call({
  method: 'POST',
  path: '/api/main/invitations/resend',
  access: 'admin',
  says: 'Sent an invitation again',
  summary: 'Mails a new link, for seven days more; the former link is void.',
  failure: 'Failed to send the invitation',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, invitationId: id }),
  reply: ok(invitationSchema),
  example: { body: { ...inClinic, invitationId: example.invitationIds[0] } },
})

export const withdrawInvitation = call({
  method: 'POST',
  path: '/api/main/invitations/withdraw',
  access: 'admin',
  says: 'Withdrew an invitation',
  summary: 'The link is void.',
  failure: 'Failed to withdraw the invitation',
  query: nothing,
  body: z.strictObject({ organizationId, invitationId: id }),
  reply: ok(z.object({})),
  example: { body: { ...inClinic, invitationId: example.invitationIds[1] } },
})
