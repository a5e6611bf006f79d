/** A chatbot's flow in lists, with its blocks, and its published versions, as calls and events carry them. */
import { z } from 'zod'
import { inClinic } from '../examples.ts'
import { type FindingCode, findingCodes } from './findings.rules.ts'
import { type Flow, flowSchema } from './flow.ts'
import { endings, flowStatuses } from './flow-states.rules.ts'
import { botChannels, botLanguages } from './limits.rules.ts'

const count = z.int().nonnegative()
const number = z.int().positive()
const person = z.object({ _id: z.string(), name: z.string() })

const problemCountsSchema = z.object({ errors: count, warnings: count })

/** A flow as lists show it, without its blocks. */
export const chatbotFlowItemSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  status: z.enum(flowStatuses),
  /** The draft's; it rises with each save. */
  revision: number,
  /** The channels in which the draft may begin. */
  channels: z.array(z.enum(botChannels)),
  /** The findings of the draft's check when it was saved. */
  problems: problemCountsSchema,
  updatedAt: z.string(),
  updatedBy: person.nullable(),
  /** The newest published version; null while it was never published. */
  publishedVersion: number.nullable(),
  publishedAt: z.string().nullable(),
  /** While sessions move to a new version. */
  moving: z.object({ done: count, total: count }).nullable(),
  version: count,
})
export type ChatbotFlowItem = z.infer<typeof chatbotFlowItemSchema>

/** How the last seven days' sessions ended, and how many run now. A reading has them, an event doesn't. */
const flowNumbersSchema = z.object({ running: count, finished: count, handedOver: count, left: count })
export type FlowNumbers = z.infer<typeof flowNumbersSchema>

export const listedFlowSchema = chatbotFlowItemSchema.extend({ numbers: flowNumbersSchema })
export type ListedFlow = z.infer<typeof listedFlowSchema>

const { nodes, edges, settings } = flowSchema.shape

/** A flow with the blocks of its draft, or of an earlier save. */
export const chatbotFlowSchema = chatbotFlowItemSchema.extend({ nodes, edges, settings })
export type ChatbotFlow = z.infer<typeof chatbotFlowSchema>

export const chatbotBlocksSchema = z.object({ _id: z.string(), nodes, edges, settings })
export type ChatbotBlocks = z.infer<typeof chatbotBlocksSchema>

export const findingSchema = z.object({
  code: z.enum(findingCodes) satisfies z.ZodType<FindingCode>,
  severity: z.enum(['error', 'warning']),
  nodeId: z.string().nullable(),
  port: z.string().optional(),
  language: z.enum(botLanguages).optional(),
  message: z.string(),
})

export const chatbotVersionSchema = z.object({
  number,
  note: z.string(),
  by: person.nullable(),
  at: z.string(),
  /** The version that it brought back. */
  restoredFrom: number.nullable(),
  findings: problemCountsSchema,
  /** Sessions that run it now. */
  running: count,
})
export type ChatbotVersion = z.infer<typeof chatbotVersionSchema>

export const chatbotVersionDetailSchema = chatbotVersionSchema.extend({ flow: flowSchema })

/** A save of the draft that can be gone back to; the newest is the draft. */
export const chatbotSaveSchema = z.object({ revision: number, at: z.string(), by: person.nullable() })
export type ChatbotSave = z.infer<typeof chatbotSaveSchema>

/** The last session of a conversation. */
export const botSessionSchema = z.object({
  sessionId: z.string(),
  flowId: z.string(),
  name: z.string(),
  version: number,
  /** The block in which it stands, or ended. */
  nodeId: z.string().nullable(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  endedAs: z.enum(endings).nullable(),
  /** Gone 30 days after its end. */
  answers: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      value: z.union([z.string(), z.number(), z.boolean()]),
      verified: z.boolean(),
    }),
  ),
  path: z.array(z.object({ nodeId: z.string(), title: z.string(), at: z.string() })),
})

/** One to read and change, one to delete, and one that is live and handed a conversation. */
export const chatbotFlowIds = ['bot_northgate', 'bot_afterhours', 'bot_hours'] as const
/** One that a chatbot answers, and one that is handed to a chatbot. */
export const chatbotTalkIds = ['0199f0aa-3c00-7000-8000-000000000172', '0199f0aa-3c00-7000-8000-000000000173'] as const

export const chatbotFlowItemExample: ChatbotFlowItem = {
  _id: chatbotFlowIds[0],
  ...inClinic,
  name: 'Northgate website assistant',
  status: 'paused',
  revision: 12,
  channels: ['chat'],
  problems: { errors: 1, warnings: 0 },
  updatedAt: '2026-11-12T15:14:00.000Z',
  updatedBy: { _id: 'usr_sam', name: 'Sam Ortiz' },
  publishedVersion: 3,
  publishedAt: '2026-11-12T15:10:00.000Z',
  moving: null,
  version: 40,
}

export const smallFlow: Omit<Flow, '_id'> = {
  name: 'Opening hours',
  nodes: [
    { id: 'start', kind: 'start', text: '', options: [], settings: { channels: ['sms', 'chat'], starts: 'first' } },
    { id: 'hours', kind: 'message', text: 'We are open from 8 to 5.', options: [] },
    { id: 'person', kind: 'handoff', text: 'A person will answer you.', options: [] },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'hours', port: 'next' },
    { id: 'e2', source: 'hours', target: 'person', port: 'next' },
  ],
  settings: {},
}
