/** The workers of chatbots, as rows of the kill suite. */
import { freshContext } from '@foyer/contracts/chatbot/config.rules.ts'
import { count, ofOrganization, type Scene, type WorkerRow } from './scene.ts'

const FLOW = {
  ...{ _id: 'bot', name: 'Front desk', settings: {} },
  nodes: [
    { id: 'wait', kind: 'wait', text: '', options: [], settings: { seconds: 30 } },
    { id: 'staff', kind: 'handoff', text: 'A person is here.', options: [] },
  ],
  edges: [{ id: 'e1', source: 'wait', target: 'staff' }],
}

/** A session that waits, and whose time has come. */
async function addSession({ store, organizationId }: Scene): Promise<void> {
  const content = JSON.stringify(FLOW)
  await store.query(
    `insert into chatbot_flows (organization_id, id, name, status, draft, revision, draft_at, channels, errors, warnings,
       published_version, published_at, published_name, version)
     values ($1, 'bot', 'Front desk', 'live', $2, 1, now(), '{sms}', 0, 0, 1, now(), 'Front desk', 0)`,
    [organizationId, content],
  )
  await store.query(
    `insert into chatbot_versions (organization_id, flow_id, number, content, note, at, errors, warnings)
     values ($1, 'bot', 1, $2, 'First', now(), 0, 0)`,
    [organizationId, content],
  )
  await store.query(
    `insert into chatbot_sessions (organization_id, id, conversation_id, flow_id, version_number, value, context, node_id,
       step, started_at, since, language, verified, texts, due_at, due_event)
     values ($1, 's1', 'c1', 'bot', 1, '"wait"', $2, 'wait', 1, now(), now(), 'en', false, 1, now(),
       'xstate.after.30000.chatbot.wait')`,
    [organizationId, JSON.stringify(freshContext)],
  )
  const bot = {
    ...{ sessionId: 's1', flowId: 'bot', name: 'Front desk', version: 1, nodeId: 'wait', title: 'Wait' },
    ...{ since: new Date().toISOString(), waitingFor: 'time' },
  }
  await store.query(`update conversations set bot = $2 where organization_id = $1 and id = 'c1'`, [
    organizationId,
    JSON.stringify(bot),
  ])
}

/** A code that is to be texted to the number on file. */
async function addCode(scene: Scene): Promise<void> {
  const { store, organizationId, phone } = scene
  await addSession(scene)
  await store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
     values ($1, 'p1', 'i1', 'Ada', 'Bell', $2)`,
    [organizationId, phone],
  )
  await store.query(
    `update chatbot_sessions set due_at = null, ended_at = now(), ended_as = 'finished' where organization_id = $1`,
    [organizationId],
  )
  await store.query(
    `insert into chatbot_codes (organization_id, id, session_id, patient_id, language, status, created_at)
     values ($1, 'code1', 's1', 'p1', 'en', 'queued', now())`,
    [organizationId],
  )
}

export const BOT_ROWS: readonly WorkerRow[] = [
  {
    queue: 'chatbot_codes',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from chatbot_codes where ${ofOrganization(scene)} and status = 'texted')`,
    arrange: addCode,
    effects: async (scene) => ({
      'texts with a code': await count(
        scene,
        `messages where ${ofOrganization(scene)} and body like '% is your code %'`,
      ),
    }),
  },
  {
    queue: 'chatbot_sessions',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) =>
      `exists (select from chatbot_sessions where ${ofOrganization(scene)} and ended_as = 'handedOver')`,
    arrange: addSession,
    effects: async (scene) => ({
      'texts of the chatbot': await count(
        scene,
        `messages where ${ofOrganization(scene)} and origin = 'bot' and not private`,
      ),
      'notes of the chatbot': await count(
        scene,
        `messages where ${ofOrganization(scene)} and origin = 'bot' and private`,
      ),
      'sessions that ended': await count(
        scene,
        `chatbot_sessions where ${ofOrganization(scene)} and ended_as = 'handedOver'`,
      ),
    }),
  },
]
