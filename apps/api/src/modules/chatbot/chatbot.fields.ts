/** The fields of chatbots in GraphQL. */
import type { ChatbotBlocks, ChatbotFlowItem } from '@foyer/contracts/chatbot/chatbot.ts'
import type { FlowEdge, FlowNode, FlowOption } from '@foyer/contracts/chatbot/flow.ts'
import * as calls from '@foyer/contracts/chatbot/flow-calls.ts'
import { FLOWS_MAX } from '@foyer/contracts/chatbot/flow-states.rules.ts'
import { EDGES_MAX, FLOW_BYTES_MAX, NODES_MAX, OPTIONS_MAX } from '@foyer/contracts/chatbot/limits.rules.ts'
import { extensionsOf, type GraphBuilder, type GraphContext } from '../../http/graphql/builder.ts'
import { childrenBy } from '../../http/graphql/loading.ts'
import { notFound, Refusal } from '../../http/refusal.ts'

type Blocks = Omit<ChatbotBlocks, '_id'>

/** A list has flows without their blocks, which are read where they are asked for. */
type FlowOfGraph = ChatbotFlowItem & Partial<Blocks>

/** Elements of a flow cost little: the blocks of all flows are read together. */
const CHEAP = 1
const BLOCKS = { most: CHEAP, child: 'blocks' }

/** [OPEN-034] [OPEN-035] [OPEN-050] */
export function addChatbotFields(builder: GraphBuilder): void {
  const flow = outputsOf(builder)
  const input = inputsOf(builder)

  builder.queryField('chatbotFlows', (t) =>
    t.field({
      ...{ type: [flow], nullable: true, extensions: extensionsOf({ most: FLOWS_MAX }) },
      args: { organizationId: t.arg.id() },
      async resolve(_, { organizationId }, { perform, inOrganization }): Promise<FlowOfGraph[]> {
        return (await perform(calls.chatbotFlows, { query: inOrganization(organizationId) })).data
      },
    }),
  )

  builder.queryField('chatbotFlow', (t) =>
    t.field({
      ...{ type: flow, nullable: true, description: 'Null for an absent and a foreign one alike.' },
      args: {
        organizationId: t.arg.id(),
        _id: t.arg.id({ required: true }),
        revision: t.arg.int(),
      },
      async resolve(
        _,
        { organizationId, _id: flowId, revision },
        { perform, inOrganization },
      ): Promise<FlowOfGraph | null> {
        const query = { ...inOrganization(organizationId), ...(revision != null && { revision: String(revision) }) }
        try {
          return (await perform(calls.chatbotFlow, { params: { flowId }, query })).data
        } catch (error) {
          if (error instanceof Refusal && error.reason === 'not_found') return null
          throw error
        }
      },
    }),
  )

  builder.mutationField('saveChatbotFlow', (t) =>
    t.field({
      // The rest of the request's variables is small.
      ...{ type: flow, nullable: true, extensions: extensionsOf({ variableBytes: FLOW_BYTES_MAX + 1024 }) },
      args: { organizationId: t.arg.id(), flow: t.arg({ type: input, required: true }) },
      async resolve(_, { organizationId, flow: given }, { perform, inOrganization }): Promise<FlowOfGraph> {
        const { revision, ...blocks } = withoutNull(given) as { revision?: number }
        const body = { ...inOrganization(organizationId), flow: blocks, ...(revision !== undefined && { revision }) }
        return (await perform(calls.saveChatbotFlow, { body: body as never })).data
      },
    }),
  )

  builder.mutationField('deleteChatbotFlow', (t) =>
    t.field({
      ...{ type: 'ID', nullable: true },
      args: { organizationId: t.arg.id(), _id: t.arg.id({ required: true }) },
      async resolve(_, { organizationId, _id: flowId }, { perform, inOrganization }) {
        return (await perform(calls.deleteChatbotFlow, { params: { flowId }, body: inOrganization(organizationId) }))
          .data._id
      },
    }),
  )
}

function outputsOf(builder: GraphBuilder) {
  const person = builder.objectRef<NonNullable<ChatbotFlowItem['updatedBy']>>('ChatbotSaver').implement({
    fields: (t) => ({ _id: t.exposeID('_id'), name: t.exposeString('name') }),
  })
  const problems = builder.objectRef<ChatbotFlowItem['problems']>('ChatbotProblems').implement({
    fields: (t) => ({ errors: t.exposeInt('errors'), warnings: t.exposeInt('warnings') }),
  })
  const option = builder.objectRef<FlowOption>('ChatbotOption').implement({
    fields: (t) => ({
      id: t.exposeString('id'),
      label: t.exposeString('label'),
      sequence: t.int({ nullable: true, resolve: ({ sequence }) => sequence ?? null }),
      keywords: t.stringList({ nullable: true, resolve: ({ keywords }) => keywords ?? null }),
      rule: t.field({ type: 'JSON', nullable: true, resolve: ({ rule }) => rule ?? null }),
    }),
  })
  const place = builder.objectRef<NonNullable<FlowNode['at']>>('ChatbotPlace').implement({
    fields: (t) => ({ x: t.exposeFloat('x'), y: t.exposeFloat('y') }),
  })
  const node = builder.objectRef<FlowNode>('ChatbotNode').implement({
    fields: (t) => ({
      id: t.exposeString('id'),
      kind: t.exposeString('kind'),
      text: t.exposeString('text'),
      title: t.string({ nullable: true, resolve: ({ title }) => title ?? null }),
      options: t.field({
        ...{ type: [option], extensions: extensionsOf({ most: CHEAP }) },
        description: `At most ${OPTIONS_MAX}.`,
        resolve: ({ options }) => options,
      }),
      at: t.field({ type: place, nullable: true, resolve: ({ at }) => at ?? null }),
      settings: t.field({ type: 'JSON', nullable: true, resolve: ({ settings }) => settings ?? null }),
    }),
  })
  const edge = builder.objectRef<FlowEdge>('ChatbotEdge').implement({
    fields: (t) => ({
      id: t.exposeString('id'),
      source: t.exposeString('source'),
      target: t.exposeString('target'),
      port: t.string({ nullable: true, resolve: ({ port }) => port ?? null }),
    }),
  })
  return builder.objectRef<FlowOfGraph>('ChatbotFlow').implement({
    fields: (t) => ({
      _id: t.exposeID('_id'),
      name: t.exposeString('name'),
      status: t.exposeString('status', { description: '`draft`, `live`, `paused` or `archived`.' }),
      revision: t.exposeInt('revision'),
      publishedVersion: t.exposeInt('publishedVersion', { nullable: true }),
      updatedAt: t.exposeString('updatedAt'),
      updatedBy: t.field({ type: person, nullable: true, resolve: ({ updatedBy }) => updatedBy }),
      problems: t.field({ type: problems, resolve: (one) => one.problems }),
      nodes: t.field({
        ...{ type: [node], extensions: extensionsOf(BLOCKS), description: `At most ${NODES_MAX}.` },
        resolve: async (one, _, context) => [...(await wholeOf(one, context)).nodes],
      }),
      edges: t.field({
        ...{ type: [edge], extensions: extensionsOf(BLOCKS), description: `At most ${EDGES_MAX}.` },
        resolve: async (one, _, context) => [...(await wholeOf(one, context)).edges],
      }),
      settings: t.field({
        ...{ type: 'JSON', extensions: extensionsOf(BLOCKS) },
        resolve: async (one, _, context) => (await wholeOf(one, context)).settings,
      }),
    }),
  })
}

function inputsOf(builder: GraphBuilder) {
  const option = builder.inputType('ChatbotOptionInput', {
    fields: (t) => ({
      id: t.string({ required: true }),
      label: t.string({ required: true }),
      sequence: t.int(),
      keywords: t.stringList(),
      rule: t.field({ type: 'JSON' }),
    }),
  })
  const place = builder.inputType('ChatbotPlaceInput', {
    fields: (t) => ({ x: t.float({ required: true }), y: t.float({ required: true }) }),
  })
  const node = builder.inputType('ChatbotNodeInput', {
    fields: (t) => ({
      id: t.string({ required: true }),
      kind: t.string({ required: true }),
      text: t.string(),
      title: t.string(),
      options: t.field({ type: [option] }),
      at: t.field({ type: place }),
      settings: t.field({ type: 'JSON' }),
    }),
  })
  const edge = builder.inputType('ChatbotEdgeInput', {
    fields: (t) => ({
      id: t.string({ required: true }),
      source: t.string({ required: true }),
      target: t.string({ required: true }),
      port: t.string(),
    }),
  })
  return builder.inputType('ChatbotFlowInput', {
    fields: (t) => ({
      _id: t.id({ description: 'Absent: a new chatbot.' }),
      name: t.string({ required: true }),
      nodes: t.field({ type: [node], required: true }),
      edges: t.field({ type: [edge], required: true }),
      settings: t.field({ type: 'JSON' }),
      revision: t.int({ description: 'The save that it was made on. Absent: it replaces the draft.' }),
    }),
  })
}

const blocksOf = childrenBy<Blocks>(async ({ perform }, { organizationId, ids }) => {
  const { data } = await perform(calls.chatbotBlocks, { query: { organizationId, flowIds: [...ids] } })
  return new Map(data.map(({ _id, ...blocks }) => [_id, blocks]))
})

/** The blocks of a flow, which are read once for all of its fields and together with those of other flows. */
async function wholeOf({ organizationId, _id: id, ...flow }: FlowOfGraph, context: GraphContext): Promise<Blocks> {
  const { nodes, edges, settings } = flow
  if (nodes !== undefined && edges !== undefined && settings !== undefined) return { nodes, edges, settings }
  const blocks = await blocksOf(context, { organizationId, id }, null)
  if (blocks === undefined) throw notFound()
  return blocks
}

/** GraphQL gives null for a field that was left out by variables; the calls know absent fields only. */
function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      one === null || one === undefined ? [] : [[name, keep(name, one)]],
    ),
  )
}

/** JSON stays as it came. */
function keep(name: string, value: unknown): unknown {
  return name === 'settings' || name === 'rule' ? value : withoutNull(value)
}
