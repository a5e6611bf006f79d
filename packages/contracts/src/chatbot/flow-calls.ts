/** The calls that list, read, save, publish and switch chatbots. Another organization's flow is `not_found`. */
import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { wholeNumber } from '../fields.ts'
import { listOf } from '../query.ts'
import { ok, snapshot } from '../reply.ts'
import {
  chatbotBlocksSchema,
  chatbotFlowIds,
  chatbotFlowItemSchema,
  chatbotFlowSchema,
  chatbotSaveSchema,
  chatbotVersionDetailSchema,
  chatbotVersionSchema,
  findingSchema,
  listedFlowSchema,
  smallFlow,
} from './chatbot.ts'
import { flowInputSchema } from './flow.ts'
import { flowStatuses, NOTE_MAX } from './flow-states.rules.ts'

const { organizationId, nothing } = field
const A = '/api/main/chatbots'
const params = z.strictObject({ flowId: field.id })
const inOrganization = z.strictObject({ organizationId })
const revision = z.int().positive()
const ofFlow = { params: { flowId: chatbotFlowIds[0] } } as const

export const chatbotFlows = call({
  method: 'GET',
  path: A,
  access: 'member',
  says: 'Read the list of chatbots',
  summary: 'The chatbots of the organization by name, each with the numbers of its sessions. [OPEN-034]',
  query: inOrganization,
  body: nothing,
  reply: snapshot(z.array(listedFlowSchema)),
  example: { query: inClinic },
})

export const chatbotFlow = call({
  method: 'GET',
  path: `${A}/:flowId`,
  access: 'member',
  says: 'Opened a chatbot',
  summary: 'A chatbot with the blocks of its draft, or of the save that `revision` names. [OPEN-034]',
  params,
  query: z.strictObject({ organizationId, revision: wholeNumber(1, 2_147_483_647).optional() }),
  body: nothing,
  reply: snapshot(chatbotFlowSchema),
  example: { ...ofFlow, query: inClinic },
})

export const chatbotBlocks = call({
  method: 'GET',
  path: '/api/main/chatbot-blocks',
  access: 'member',
  says: 'Opened chatbots',
  summary: 'The blocks of the drafts of several chatbots. Those that are not found are left out. [OPEN-034]',
  query: z.strictObject({ organizationId, flowIds: listOf(field.id, 100) }),
  body: nothing,
  reply: snapshot(z.array(chatbotBlocksSchema)),
  example: { query: { ...inClinic, flowIds: [chatbotFlowIds[0]] } },
})

export const chatbotSaves = call({
  method: 'GET',
  path: `${A}/:flowId/saves`,
  access: 'member',
  says: "Read a chatbot's saves",
  summary: 'The last saves of the draft, newest first, which `chatbotFlow` reads by their `revision`. [OPEN-034]',
  params,
  query: inOrganization,
  body: nothing,
  reply: snapshot(z.array(chatbotSaveSchema)),
  example: { ...ofFlow, query: inClinic },
})

export const saveChatbotFlow = call({
  method: 'POST',
  path: A,
  access: 'member',
  says: 'Saved a chatbot',
  summary:
    'Saves the draft of a chatbot, which may be unfinished; without `_id` it is a new one. `revision` is the save that it was made on: if another came since, it is refused as `stale`, with the flow as it is. Without one it replaces the draft. [OPEN-034] [BOT-01]',
  failure: 'Failed to save chatbot',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, flow: flowInputSchema, revision: revision.optional() }),
  reply: snapshot(chatbotFlowSchema),
  example: { body: { ...inClinic, flow: smallFlow } },
})

export const deleteChatbotFlow = call({
  method: 'POST',
  path: `${A}/:flowId/remove`,
  access: 'member',
  says: 'Deleted a chatbot',
  summary: 'Deletes a chatbot that is not live and has no running session, else `conflict`. [OPEN-034]',
  failure: 'Failed to delete chatbot',
  params,
  query: nothing,
  body: inOrganization,
  reply: ok(z.object({ _id: z.string() })),
  example: { params: { flowId: chatbotFlowIds[1] }, body: inClinic },
})

export const checkChatbot = call({
  method: 'POST',
  path: '/api/main/chatbot-check',
  access: 'member',
  says: 'Checked a chatbot',
  summary: 'What is wrong with a flow, checked against the staff, doctors and files of the organization.',
  failure: 'Failed to check chatbot',
  query: nothing,
  body: z.strictObject({ organizationId, flow: flowInputSchema }),
  reply: ok(z.object({ findings: z.array(findingSchema) })),
  example: { body: { ...inClinic, flow: smallFlow } },
})

export const chatbotVersions = call({
  method: 'GET',
  path: `${A}/:flowId/versions`,
  access: 'member',
  says: "Read a chatbot's versions",
  summary: 'The published versions of a chatbot, newest first.',
  params,
  query: inOrganization,
  body: nothing,
  reply: snapshot(z.array(chatbotVersionSchema)),
  example: { ...ofFlow, query: inClinic },
})

export const chatbotVersion = call({
  method: 'GET',
  path: `${A}/:flowId/versions/:number`,
  access: 'member',
  says: "Opened a chatbot's version",
  summary: 'A published version with its flow.',
  params: z.strictObject({ flowId: field.id, number: wholeNumber(1, 2_147_483_647) }),
  query: inOrganization,
  body: nothing,
  reply: snapshot(chatbotVersionDetailSchema),
  example: { params: { flowId: chatbotFlowIds[0], number: '1' }, query: inClinic },
})

export const publishChatbot = call({
  method: 'POST',
  path: `${A}/:flowId/publish`,
  access: 'member',
  says: 'Published a chatbot',
  summary:
    'Publishes the draft as it was saved at `revision`, or the earlier version `number` again, as a new version, and makes the chatbot live. Refused as `has_problems`, with the findings, while the flow has errors, and as `stale` if it was saved since. Sessions that run keep their version.',
  failure: 'Failed to publish chatbot',
  idempotent: true,
  params,
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      revision: revision.optional(),
      number: z.int().positive().optional(),
      note: field.filledText(NOTE_MAX),
    })
    .refine((body) => (body.revision === undefined) !== (body.number === undefined), {
      path: ['revision'],
      error: 'Give a revision or a number',
    }),
  reply: snapshot(z.object({ number: z.int().positive(), status: z.enum(flowStatuses), item: chatbotFlowItemSchema })),
  example: { ...ofFlow, body: { ...inClinic, number: 1, note: 'The words of last week again' } },
})

export const setChatbotStatus = call({
  method: 'POST',
  path: `${A}/:flowId/status`,
  access: 'member',
  says: 'Switched a chatbot on or off',
  summary:
    'Pauses a chatbot, or makes its newest version live again. A paused one begins no session; `running` says whether those that run go on or are handed to a person. `conflict` if it was never published, and `has_problems` if its version has errors by now.',
  failure: 'Failed to switch chatbot',
  idempotent: true,
  params,
  query: nothing,
  body: z.strictObject({
    organizationId,
    status: z.enum(['live', 'paused']),
    running: z.enum(['keep', 'handover']).default('keep'),
  }),
  reply: snapshot(chatbotFlowItemSchema),
  example: { ...ofFlow, body: { ...inClinic, status: 'paused' } },
})

const day = field.day

export const chatbotStats = call({
  method: 'GET',
  path: `${A}/:flowId/stats`,
  access: 'member',
  says: "Read a chatbot's numbers",
  summary: 'How sessions went from day to day of the clinic: endings, and for each block how often it was passed.',
  params,
  query: z.strictObject({
    organizationId,
    ...{ from: day, to: day },
    version: wholeNumber(1, 2_147_483_647).optional(),
  }),
  body: nothing,
  reply: ok(
    z.object({
      started: z.int().nonnegative(),
      ended: z.record(z.string(), z.int().nonnegative()),
      blocks: z.array(
        z.object({
          nodeId: z.string(),
          entered: z.int().nonnegative(),
          answered: z.int().nonnegative(),
          notUnderstood: z.int().nonnegative(),
          silent: z.int().nonnegative(),
          medianSeconds: z.number().nullable(),
        }),
      ),
      edges: z.array(z.object({ nodeId: z.string(), port: z.string(), passed: z.int().nonnegative() })),
      asOf: z.string(),
    }),
  ),
  example: { ...ofFlow, query: { ...inClinic, from: '2026-11-12', to: '2026-11-19' } },
})
