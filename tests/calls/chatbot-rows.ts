/** The chatbots of the test clinics, under the ids that the examples of calls name. */
import { chatbotFlowIds, chatbotTalkIds, smallFlow } from '@foyer/contracts/chatbot/chatbot.ts'
import { freshContext } from '@foyer/contracts/chatbot/config.rules.ts'
import { chatbotFileIds } from '@foyer/contracts/chatbot/file-calls.ts'
import { example } from '@foyer/contracts/examples.ts'
import { startsIn } from '../../apps/api/src/modules/chatbot/starts.rules.ts'
import type { FreshDatabase } from '../support/postgres.ts'

/** Lakeside's record; its words may be read by no one of Cedar. */
export const FOREIGN_CHATBOT = 'bot9'

/** Lakeside's file. */
export const FOREIGN_CHATBOT_FILE = 'botfile9'

export async function addChatbots({ query }: Pick<FreshDatabase, 'query'>, words: string) {
  await query(
    `insert into chatbot_files (organization_id, id, name, content_type, size, created_at, created_by) values
      ('org_cedar', $1, 'intake.pdf', 'application/pdf', 19, now(), 'usr_lena'),
      ('org_cedar', $2, 'directions.png', 'image/png', 19, now(), 'usr_lena'),
      ('org_lakeside', $3, $4, 'application/pdf', 19, now(), 'usr_omar')`,
    [...chatbotFileIds, FOREIGN_CHATBOT_FILE, words],
  )
  const flowOf = (id: string) => ({ ...smallFlow, _id: id, name: id === FOREIGN_CHATBOT ? words : smallFlow.name })
  for (const id of [...chatbotFlowIds, FOREIGN_CHATBOT]) {
    const organization = id === FOREIGN_CHATBOT ? 'org_lakeside' : 'org_cedar'
    const flow = flowOf(id)
    const content = JSON.stringify(flow)
    // The live one begins by hand alone, so that no other test meets it.
    const status = id === chatbotFlowIds[2] ? 'live' : 'paused'
    const starts = JSON.stringify(status === 'live' ? [] : startsIn(flow))
    await query(
      `insert into chatbot_flows (organization_id, id, name, status, draft, revision, draft_by, draft_at, channels, errors,
         warnings, published_version, published_at, published_name, starts, version)
       values ($1, $2, $3, $4, $5, 1, 'usr_lena', now(), '{sms,chat}', 0, 0, 1, now(), $3, $6, 0)`,
      [organization, id, flow.name, status, content, starts],
    )
    await query(
      `insert into chatbot_revisions (organization_id, flow_id, revision, draft, by_user, at)
       values ($1, $2, 1, $3, 'usr_lena', now())`,
      [organization, id, content],
    )
    await query(
      `insert into chatbot_versions (organization_id, flow_id, number, content, note, by_user, at, errors, warnings)
       values ($1, $2, 1, $3, $4, 'usr_lena', now(), 0, 0)`,
      [organization, id, content, flow.name],
    )
  }
  await query(
    `insert into chatbot_sessions (organization_id, id, conversation_id, flow_id, version_number, value, context, node_id,
       step, started_at, since, language, verified, texts, ended_at, ended_as)
     values ('org_cedar', 'session1', $1, $2, 1, '"hours"', $3, 'hours', 1, now(), now(), 'en', false, 1, now(), 'finished')`,
    [
      example.conversationId,
      chatbotFlowIds[0],
      JSON.stringify({
        answers: { why: { value: 'Pain', label: 'Pain', nodeId: 'hours', verified: false } },
        ...{ left: null, asked: 'text', tries: 0, near: [], isNudged: false, ended: null },
      }),
    ],
  )
  await addTalks({ query })
}

/** A conversation that a chatbot answers, and one that none does. */
async function addTalks({ query }: Pick<FreshDatabase, 'query'>) {
  const [answered, free] = chatbotTalkIds
  const bot = {
    ...{ sessionId: 'session2', flowId: chatbotFlowIds[0], name: smallFlow.name, version: 1, nodeId: 'hours' },
    ...{ title: 'Hours', since: new Date().toISOString(), waitingFor: 'patient' },
  }
  await query(
    `insert into conversations (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, bot,
       version)
     values ('org_cedar', $1, 'sms', '+15125550181', '+15125550181', 'resolved', now(), '', $3, 0),
       ('org_cedar', $2, 'sms', '+15125550182', '+15125550182', 'resolved', now(), '', null, 0)`,
    [answered, free, JSON.stringify(bot)],
  )
  await query(
    `insert into chatbot_sessions (organization_id, id, conversation_id, flow_id, version_number, value, context, node_id,
       step, started_at, since, language, verified, texts)
     values ('org_cedar', 'session2', $1, $2, 1, '"hours"', $3, 'hours', 1, now(), now(), 'en', false, 1)`,
    [answered, chatbotFlowIds[0], JSON.stringify(freshContext)],
  )
}
