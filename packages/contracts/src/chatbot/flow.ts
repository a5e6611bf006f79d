/** [OPEN-034] A chatbot's flow: blocks, the edges between them, and settings. An unfinished flow is valid; check.rules.ts judges it. */
import { z } from 'zod'
import { text } from '../fields.ts'
import { sequenceProblem } from '../sequence.rules.ts'
import {
  botChannels,
  botLanguages,
  EDGES_MAX,
  expectations,
  FIELDS_MAX,
  FLOW_BYTES_MAX,
  FLOW_ID,
  FLOW_NAME_MAX,
  LABEL_MAX,
  NODES_MAX,
  OPTIONS_MAX,
  RESERVED_ID,
  ruleOps,
  SILENCE_SECONDS,
  TEXT_MAX,
  TITLE_MAX,
  TRIES_MAX,
  WAIT_SECONDS,
  WORDS_MAX,
  waitDays,
} from './limits.rules.ts'
import { portsOf } from './ports.rules.ts'

const flowId = z
  .string()
  .regex(FLOW_ID, 'An id has 1 to 40 letters, digits, hyphens and underscores')
  .refine((id) => id !== RESERVED_ID, 'This id is reserved')
/** The id of something outside of the flow, such as a doctor. */
const outsideId = text(100).min(1)
const word = text(LABEL_MAX).trim().min(1)
const words = z.array(word).max(WORDS_MAX)
const said = text(TEXT_MAX)

const ruleSchema = z.strictObject({
  field: flowId,
  op: z.enum(ruleOps),
  value: z.union([text(200), z.number(), z.boolean()]).optional(),
})

const optionSchema = z.strictObject({
  id: flowId,
  label: text(LABEL_MAX),
  sequence: z.int().optional(),
  keywords: words.optional(),
  rule: ruleSchema.optional(),
})

const fieldSchema = z.strictObject({
  key: flowId,
  ask: said,
  expects: z.enum(expectations).exclude(['choice']),
  sequence: z.int().optional(),
})

const silenceSchema = z.strictObject({
  afterSeconds: z.int().min(SILENCE_SECONDS.min).max(SILENCE_SECONDS.max),
  nudge: said.optional(),
})

const startSettings = z.strictObject({
  channels: z.array(z.enum(botChannels)).max(2).optional(),
  starts: z.enum(['first', 'keyword']).optional(),
  keywords: words.optional(),
  when: z.enum(['always', 'open', 'closed']).optional(),
  pages: z.array(text(200).min(1)).max(WORDS_MAX).optional(),
  order: z.int().min(1).max(1000).optional(),
})
const questionSettings = z.strictObject({
  expects: z.enum(expectations).optional(),
  saveAs: flowId.optional(),
  ifOther: z.enum(['closest', 'again', 'otherwise']).optional(),
  again: said.optional(),
  tries: z.int().min(1).max(TRIES_MAX).optional(),
  silence: silenceSchema.optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  fields: z.array(fieldSchema).min(1).max(FIELDS_MAX).optional(),
})
const waitSettings = z
  .strictObject({
    seconds: z.int().min(WAIT_SECONDS.min).max(WAIT_SECONDS.max).optional(),
    until: z
      .union([z.literal('nextOpen'), z.strictObject({ day: z.enum(waitDays), time: z.iso.time({ precision: -1 }) })])
      .optional(),
  })
  .refine(({ seconds, until }) => seconds === undefined || until === undefined, 'Wait for seconds or until a time')
const handoffSettings = z.strictObject({
  to: outsideId.nullable().optional(),
  closedText: said.optional(),
  requestType: outsideId.nullable().optional(),
})
const endSettings = z.strictObject({ close: z.boolean().optional(), requestType: outsideId.nullable().optional() })

const actionSettings = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('setRequestType'), requestType: outsideId }),
  z
    .strictObject({ do: z.literal('assign'), user: outsideId.optional(), role: outsideId.optional() })
    .refine(({ user, role }) => user === undefined || role === undefined, 'Assign to a user or to a role'),
  z.strictObject({ do: z.literal('close'), status: outsideId }),
  z.strictObject({ do: z.literal('addNote'), note: said.optional() }),
  z.strictObject({ do: z.literal('sendFile'), fileId: outsideId }),
  z.strictObject({
    do: z.literal('saveField'),
    field: z.enum(['email', 'preferredContact', 'insuranceType']),
    key: flowId,
  }),
  z.strictObject({ do: z.literal('identify'), name: flowId, birthdate: flowId, phone: flowId }),
  z.strictObject({ do: z.literal('verify') }),
  z.strictObject({
    do: z.literal('webhook'),
    endpointId: outsideId,
    send: z.array(flowId).max(50),
    saveAs: z.record(flowId, z.string().regex(/^[\w-]{1,60}(\.[\w-]{1,60}){0,4}$/, 'Names joined by dots, five deep')),
  }),
  z.strictObject({ do: z.literal('submitIntake'), formId: outsideId, keys: z.array(flowId).max(50) }),
  z.strictObject({ do: z.literal('confirmVisit') }),
  z.strictObject({
    do: z.literal('offerTimes'),
    visitType: outsideId,
    doctorId: outsideId.optional(),
    days: z.int().min(1).max(30),
    count: z.int().min(2).max(5),
  }),
])

function block<K extends string, S extends z.ZodType>(kind: K, settings: S) {
  return z.strictObject({
    id: flowId,
    kind: z.literal(kind),
    text: said.default(''),
    options: z.array(optionSchema).max(OPTIONS_MAX).default([]),
    title: text(TITLE_MAX).optional(),
    at: z.strictObject({ x: z.number(), y: z.number() }).optional(),
    settings: settings.optional(),
  })
}

const nodeSchema = z.discriminatedUnion('kind', [
  block('start', startSettings),
  block('message', z.strictObject({})),
  block('question', questionSettings),
  block('condition', z.strictObject({})),
  block('action', actionSettings),
  block('wait', waitSettings),
  block('handoff', handoffSettings),
  block('end', endSettings),
])

const edgeSchema = z.strictObject({ id: flowId, source: flowId, target: flowId, port: flowId.optional() })

const translation = z.record(
  flowId,
  z.strictObject({
    text: said,
    again: said.optional(),
    nudge: said.optional(),
    closedText: said.optional(),
    options: z.record(flowId, text(LABEL_MAX)).optional(),
    /** The words that ask for the fields of a question, by their keys. */
    fields: z.record(flowId, said).optional(),
  }),
)

const flowSettings = z.strictObject({
  assistantName: text(FLOW_NAME_MAX).optional(),
  introduction: text(300).optional(),
  languages: z.array(z.enum(botLanguages)).min(1).max(2).optional(),
  exitWords: words.optional(),
  translations: z.strictObject({ es: translation.optional() }).optional(),
})

const parts = z.strictObject({
  _id: flowId,
  name: text(FLOW_NAME_MAX).trim().min(1),
  nodes: z.array(nodeSchema).max(NODES_MAX),
  edges: z.array(edgeSchema).max(EDGES_MAX),
  settings: flowSettings.default({}),
})

export const flowSchema = parts.superRefine(checkParts)
/** A flow as a save brings it: a new one has no id yet. */
export const flowInputSchema = parts.extend({ _id: flowId.optional() }).superRefine(checkParts)

function checkParts(flow: Omit<z.infer<typeof parts>, '_id'>, context: z.RefinementCtx): void {
  const wrong = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
  if (new TextEncoder().encode(JSON.stringify(flow)).length > FLOW_BYTES_MAX) wrong([], 'A flow has 256 kB at most')
  repeated(flow.nodes, (at) => wrong(['nodes', at, 'id'], 'Another block has this id'))
  repeated(flow.edges, (at) => wrong(['edges', at, 'id'], 'Another edge has this id'))
  for (const [at, node] of flow.nodes.entries()) {
    repeated(node.options, (nth) => wrong(['nodes', at, 'options', nth, 'id'], 'Another answer has this id'))
    for (const [nth, { id }] of node.options.entries())
      if (RESERVED_PORTS.has(id)) wrong(['nodes', at, 'options', nth, 'id'], 'This id is a port of every block')
    const order = orderProblem(node.options)
    if (order !== null) wrong(['nodes', at, 'options'], order)
    if (node.kind !== 'question') continue
    const { fields = [], expects, min, max } = node.settings ?? {}
    const fieldOrder = orderProblem(fields)
    if (fieldOrder !== null) wrong(['nodes', at, 'settings', 'fields'], fieldOrder)
    const keys = fields.map(({ key }) => ({ id: key }))
    repeated(keys, (nth) => wrong(['nodes', at, 'settings', 'fields', nth, 'key'], 'Another field has this key'))
    if (fields.length > 0 && node.options.length > 0)
      wrong(['nodes', at, 'settings', 'fields'], 'A question has answers or fields')
    if (expects !== undefined && expects !== 'choice' && node.options.length > 0)
      wrong(['nodes', at, 'settings', 'expects'], 'A question with answers expects a choice')
    if (min !== undefined && max !== undefined && min > max)
      wrong(['nodes', at, 'settings', 'max'], 'The most is less than the least')
  }
  checkEdges(flow, wrong)
}

export type Flow = z.infer<typeof flowSchema>
/** A flow as it arrives, where `text`, `options` and `settings` may be absent. */
export type FlowInput = z.input<typeof flowSchema>
export type FlowNode = Flow['nodes'][number]
export type FlowEdge = Flow['edges'][number]
export type FlowOption = FlowNode['options'][number]
export type FlowSettings = Flow['settings']
export type FlowRule = NonNullable<FlowOption['rule']>
export type NodeOf<K extends FlowNode['kind']> = Extract<FlowNode, { kind: K }>
export type ActionSettings = NonNullable<NodeOf<'action'>['settings']>

const RESERVED_PORTS: ReadonlySet<string> = new Set(['next', 'otherwise', 'silence', 'failed', 'reply'])

function repeated(things: readonly { readonly id: string }[], tell: (at: number) => void): void {
  const seen = new Set<string>()
  for (const [at, { id }] of things.entries()) {
    if (seen.has(id)) tell(at)
    seen.add(id)
  }
}

/** [RULE-15..17] An absent number is that of the place. */
function orderProblem(things: readonly { readonly sequence?: number | undefined }[]): string | null {
  return sequenceProblem(things.map(({ sequence }, at) => sequence ?? at + 1))
}

function checkEdges(
  { nodes, edges }: Pick<z.infer<typeof parts>, 'nodes' | 'edges'>,
  wrong: (path: PropertyKey[], message: string) => void,
) {
  const ports = new Map(nodes.map((node) => [node.id, new Set(portsOf(node))]))
  const used = new Set<string>()
  for (const [at, { source, target, port = 'next' }] of edges.entries()) {
    const known = ports.get(source)
    if (known === undefined) wrong(['edges', at, 'source'], 'No block has this id')
    if (!ports.has(target)) wrong(['edges', at, 'target'], 'No block has this id')
    if (known !== undefined && !known.has(port)) wrong(['edges', at, 'port'], 'The block has no such port')
    if (used.has(`${source} ${port}`)) wrong(['edges', at, 'port'], 'Another edge leaves this port')
    used.add(`${source} ${port}`)
  }
}
