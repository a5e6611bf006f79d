/**
 * The demo's chatbots, with the visitors who are in a talk with one, and the talks that ended. No chatbot is live, so nothing is
 * answered by itself. A running talk is due in three days.
 */
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { createRandom } from '@foyer/contracts/random.rules.ts'
import { checkAll } from '@foyer/flow/check.ts'
import type { Insertable } from 'kysely'
import type { Tx } from '../db/tx.ts'
import type { BotPassageTable, BotSessionTable } from '../modules/bots/bots.tables.ts'
import { noteOf } from '../modules/bots/note.rules.ts'
import type { ChatbotFlowTable } from '../modules/chatbot/chatbot.tables.ts'
import { countOf, type FlowState, newFlow, publishedFlow, savedFlow } from '../modules/chatbot/flow-state.rules.ts'
import { orderOf } from '../modules/chatbot/starts.rules.ts'
import type { BaseServices } from '../services.ts'
import { type Calendar, createCalendar } from './calendar.rules.ts'
import { insertRows } from './demo-campaign-runs.ts'
import { AFTER_HOURS, NORTHGATE_DRAFT, NORTHGATE_VERSIONS, REFILLS, VISITING_HOURS } from './demo-chatbot-flows.ts'
import { type Chat, chatRows, endedChats, refillTalk, runningChats } from './demo-chatbot-visitors.ts'
import { DEMO_ORGANIZATIONS, type DemoOrganization } from './demo-organizations.ts'
import { insertAll } from './seed.store.ts'
import { stableId } from './stable-id.rules.ts'

interface Published {
  readonly day: number
  readonly by: string
  readonly note: string
  readonly content: Flow
}

interface DemoFlow {
  readonly draft: Flow
  readonly by: string
  readonly versions: readonly Published[]
}

const FLOWS: Readonly<Record<string, readonly DemoFlow[]>> = {
  org_cedar: [
    {
      ...{ draft: NORTHGATE_DRAFT, by: 'usr_lena' },
      versions: [
        { day: -17, by: 'usr_sam', note: 'The first version: books visits for the website.' },
        { day: -12, by: 'usr_lena', note: 'Takes refills too.' },
        { day: -8, by: 'usr_sam', note: 'Offers open times to patients on file.' },
      ].map((one, nth) => ({ ...one, content: NORTHGATE_VERSIONS[nth] as Flow })),
    },
    {
      ...{ draft: REFILLS, by: 'usr_dana' },
      versions: [{ day: -21, by: 'usr_dana', note: 'In English and Spanish.', content: REFILLS }],
    },
    { draft: AFTER_HOURS, by: 'usr_sam', versions: [] },
  ],
  org_lakeside: [{ draft: VISITING_HOURS, by: 'usr_omar', versions: [] }],
}

type SeedServices = Pick<BaseServices, 'database' | 'clock'>

/** To a store that the demo has just filled. */
export async function addDemoChatbots({ database, clock }: SeedServices): Promise<void> {
  const now = clock.now()
  for (const organization of DEMO_ORGANIZATIONS) {
    const { id: organizationId, timezone, name } = organization
    const calendar = createCalendar(timezone, now)
    await database.write(organizationId, async (tx) => {
      for (const flow of FLOWS[organizationId] ?? []) await addFlow(tx, organization, flow, calendar)
      if (organizationId !== 'org_cedar') return
      const about = { organizationId, calendar, zone: timezone, clinic: name, random: createRandom('chatbot talks') }
      for (const chats of [runningChats(about), endedChats(about)]) await addChats(tx, organizationId, chats)
      await addRefillTalk(tx, organizationId, about)
    })
  }
}

async function addFlow(tx: Tx, { id }: DemoOrganization, demo: DemoFlow, calendar: Calendar): Promise<void> {
  const none: ReadonlySet<string> = new Set()
  const references = { staff: none, roles: none, files: none, doctors: none, forms: none, endpoints: none }
  const savedAt = calendar.at(-1, '16:40')
  const findingsOf = (flow: Flow) => checkAll(flow, { ...references, keywords: none })
  const saving = (flow: Flow, by: string, now: Date) => ({ by, now, findings: findingsOf(flow) })
  const [first] = demo.versions
  const beginning = first
    ? newFlow(id, first.content, saving(first.content, first.by, calendar.at(first.day, '10:00')))
    : newFlow(id, demo.draft, saving(demo.draft, demo.by, savedAt))
  const published = demo.versions.reduce(
    (state, { content, by, day }, nth) =>
      publishedFlow(
        nth === 0 ? state : savedFlow(state, content, saving(content, by, calendar.at(day, '10:00'))),
        content,
        calendar.at(day, '10:00'),
      ),
    beginning,
  )
  const isAhead = first !== undefined && JSON.stringify(demo.draft) !== JSON.stringify(demo.versions.at(-1)?.content)
  const state = isAhead ? savedFlow(published, demo.draft, saving(demo.draft, demo.by, savedAt)) : published
  await insertRows(tx, 'chatbot_flows', [flowRow({ ...state, status: first ? 'paused' : 'draft' })])
  await insertRows(tx, 'chatbot_revisions', [
    {
      ...{ organization_id: id, flow_id: state.id, revision: state.revision, draft: JSON.stringify(state.draft) },
      ...{ by_user: state.draftBy, at: state.draftAt },
    },
  ])
  await insertRows(
    tx,
    'chatbot_versions',
    demo.versions.map(({ content, note, by, day }, nth) => ({
      ...{ organization_id: id, flow_id: state.id, number: nth + 1, content: JSON.stringify(content), note },
      ...{ by_user: by, at: calendar.at(day, '10:00'), restored_from: null, ...countOf(findingsOf(content)) },
    })),
  )
}

function flowRow(state: FlowState): Insertable<ChatbotFlowTable> {
  return {
    ...{ organization_id: state.organizationId, id: state.id, name: state.draft.name, status: state.status },
    ...{ draft: JSON.stringify(state.draft), revision: state.revision, draft_by: state.draftBy },
    ...{ draft_at: state.draftAt, channels: [...state.channels], errors: state.errors, warnings: state.warnings },
    ...{ published_version: state.publishedVersion, published_at: state.publishedAt },
    ...{ published_name: state.publishedName, starts: JSON.stringify(state.starts) },
    ...{ start_order: orderOf(state.starts), version: 0 },
  }
}

async function addChats(tx: Tx, organizationId: string, chats: readonly Chat[]): Promise<void> {
  const rows = chats.map((chat) => chatRows(chat, organizationId))
  await insertAll(
    tx,
    'conversations',
    rows.map(({ conversation }) => conversation),
  )
  await insertAll(
    tx,
    'messages',
    rows.flatMap(({ messages }) => messages),
  )
  const talks = chats.flatMap(({ talks, conversationId }) => talks.map((one) => ({ ...one, conversationId })))
  await insertRows(
    tx,
    'chatbot_sessions',
    talks.map((one) => sessionRow(one, organizationId)),
  )
  await insertRows(
    tx,
    'chatbot_passages',
    talks.flatMap((one) => passageRows(one, organizationId)),
  )
}

type Told = Chat['talks'][number] & { readonly conversationId: string }

function sessionRow(
  { sessionId, flow, version, talk, begunAt, dueAt, conversationId }: Told,
  organizationId: string,
): Insertable<BotSessionTable> {
  return {
    ...{ organization_id: organizationId, id: sessionId, conversation_id: conversationId, flow_id: flow._id },
    ...{ version_number: version, value: JSON.stringify(talk.snapshot.value) },
    ...{ context: JSON.stringify(talk.snapshot.context), node_id: talk.nodeId, step: talk.steps },
    ...{
      started_at: begunAt,
      since: talk.since,
      language: 'en',
      verified: false,
      verified_patient: null,
      asking: null,
    },
    ...{ texts: talk.lines.filter(({ by }) => by === 'bot').length, not_understood: '[]' },
    ...{ due_at: talk.dueEvent === null ? null : dueAt, due_event: talk.dueEvent },
    ...{ ended_at: talk.endedAt, ended_as: talk.endedAs, leased_by: null, leased_until: null },
  }
}

function passageRows({ sessionId, flow, version, talk }: Told, organizationId: string): Insertable<BotPassageTable>[] {
  return talk.passages.map(({ nodeId, port, enteredAt, leftAt }, nth) => ({
    ...{ organization_id: organizationId, session_id: sessionId, position: nth + 1, flow_id: flow._id },
    ...{ version_number: version, node_id: nodeId, port, entered_at: enteredAt, left_at: leftAt },
  }))
}

/** A talk by text that ended, with its note, in an old conversation of a patient. */
async function addRefillTalk(tx: Tx, organizationId: string, about: Parameters<typeof refillTalk>[0]): Promise<void> {
  const found = await tx
    .selectFrom('conversations')
    .innerJoin('patients', (join) =>
      join
        .onRef('patients.organization_id', '=', 'conversations.organization_id')
        .onRef('patients.id', '=', 'conversations.patient_id'),
    )
    .select(['conversations.id', 'conversations.last_message_at', 'patients.first_name', 'patients.last_name'])
    .where('conversations.organization_id', '=', organizationId)
    .where('conversations.channel', '=', 'sms')
    .where('conversations.status', '=', 'resolved')
    .orderBy('conversations.last_message_at')
    .orderBy('conversations.id')
    .limit(1)
    .executeTakeFirst()
  if (!found) throw new Error('The demo has no conversation for the talk about a refill.')
  const told = refillTalk(about, found.last_message_at)
  const { talk, flow, version, sessionId } = told
  const chat: Chat = { conversationId: found.id, visitor: '', status: 'resolved', talks: [told] }
  const body = noteOf({
    ...{ flow, version, endedAs: 'handedOver', answers: talk.snapshot.context.answers },
    ...{ patient: `${found.first_name} ${found.last_name}`, notUnderstood: [], nodeId: talk.nodeId },
  })
  const { messages } = chatRows(chat, organizationId)
  const [last] = messages.slice(-1)
  if (!last || !talk.endedAt) throw new Error('The talk about a refill did not end.')
  const noted = new Date(talk.endedAt.getTime() + 5000)
  const note = { ...last, id: stableId(noted, `note of ${sessionId}`), body, private: true, prompt: null }
  await insertAll(tx, 'messages', [...messages, { ...note, created_at: noted, status: 'sent', carrier_sid: null }])
  await insertRows(tx, 'chatbot_sessions', [sessionRow({ ...told, conversationId: found.id }, organizationId)])
  await insertRows(tx, 'chatbot_passages', passageRows({ ...told, conversationId: found.id }, organizationId))
}
