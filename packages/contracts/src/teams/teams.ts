/** The teams of an organization: the calls that read and change them, and the event that tells of a change. */
import { z } from 'zod'
import { call } from '../call.ts'
import { event } from '../event.ts'
import { example, inClinic, inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { conversationId, messageText } from '../inbox/fields.ts'
import { undoable } from '../inbox/undo-calls.ts'
import { ok, snapshot } from '../reply.ts'
import { TEAM_MEMBERS_MAX, TEAM_NAME_MAX } from './teams.rules.ts'

const { organizationId, nothing } = field

const teamSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  /** Staff ids. A member who left the organization stays among them, in case they come back. */
  members: z.array(z.string()),
  /** A removed team stays in the copies of screens, so that an older state does not restore it. */
  removed: z.boolean(),
  version: z.int().nonnegative(),
})
export type Team = z.infer<typeof teamSchema>

export const teamExample: Team = {
  _id: example.teamIds[0],
  ...inClinic,
  name: 'Front desk',
  members: ['usr_lena', 'usr_dana'],
  removed: false,
  version: 15,
}

export const teams = call({
  method: 'GET',
  path: '/api/teams',
  access: 'member',
  says: 'Looked up the teams',
  summary: "The organization's teams and their members, by name.",
  failure: 'Failed to fetch the teams',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(z.array(teamSchema)),
  example: { query: inClinic },
})

export const saveTeam = call({
  method: 'POST',
  path: '/api/teams/save',
  access: 'admin',
  says: 'Changed a team',
  summary:
    'Adds a team, or sets the name and members of the one with this `_id`; what is so already is a success that changes nothing. Refused as `stale`, with the current team, if somebody changed it after `version`.',
  failure: 'Failed to save the team',
  query: nothing,
  body: z.strictObject({
    organizationId,
    _id: field.id.optional(),
    name: field.filledText(TEAM_NAME_MAX),
    members: z
      .array(field.id)
      .max(TEAM_MEMBERS_MAX)
      .refine((ids) => new Set(ids).size === ids.length, 'Names a member twice'),
    /** The version that the caller's screen shows; 0 for a new team. */
    version: z.int().nonnegative(),
  }),
  reply: snapshot(teamSchema),
  example: { body: { ...inClinic, name: 'Pharmacy', members: ['usr_dana'], version: 0 } },
})

export const removeTeam = call({
  method: 'POST',
  path: '/api/teams/remove',
  access: 'admin',
  says: 'Removed a team',
  summary: 'Removes a team. Its conversations stay, without a team.',
  failure: 'Failed to remove the team',
  query: nothing,
  body: z.strictObject({ organizationId, _id: field.id }),
  reply: snapshot(
    z.object({
      _id: z.string(),
      /** The number of conversations that were the team's. */
      freed: z.int().nonnegative(),
    }),
  ),
  example: { body: { ...inClinic, _id: example.teamIds[1] } },
})

export const assignToTeam = call({
  method: 'POST',
  path: '/api/inbox/assign-to-team',
  access: 'member',
  says: 'Gave a conversation to a team',
  summary:
    'Gives a conversation to a team; null takes it from its team. Whom it is assigned to stays. A `note` says why and is kept as an internal note, which mentions the members of the team.',
  failure: 'Failed to give the conversation to the team',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, team: field.id.nullable(), note: messageText.optional() }),
  reply: undoable,
  example: { body: { ...inConversation, team: example.teamIds[0], note: 'A question about the bill.' } },
})

export const workload = call({
  method: 'GET',
  path: '/api/inbox/workload',
  access: 'member',
  says: 'Looked up how many conversations colleagues have',
  summary: 'How many open conversations each colleague and each team has; those without any are left out.',
  failure: 'Failed to count the conversations',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: ok(
    z.object({
      /** By staff id and by team id. */
      staff: z.record(z.string(), z.int().positive()),
      teams: z.record(z.string(), z.int().positive()),
    }),
  ),
  example: { query: inClinic },
})

/** A team is new, has another name or other members, or was removed. */
export const teamChanged = event({
  type: 'team.changed',
  data: teamSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: teamExample,
})
