/** The workers of automations, as rows of the kill suite. */
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { count, eventsOf, ofOrganization, type Scene, type WorkerRow } from './scene.ts'

const RUN = '0199f0aa-3c00-7000-8000-000000000931'

interface Rule {
  readonly trigger: object
  readonly actions: readonly object[]
}

/** A rule that is in force from the first event on, in a clinic without quiet hours. */
async function addRule({ store, organizationId }: Scene, { trigger, actions }: Rule): Promise<void> {
  const inbox = { ...inboxSetting.default, quietHours: { from: '00:00', to: '00:00' } }
  await store.query(
    `insert into organization_settings (organization_id, name, value, version) values ($1, 'inbox', $2, 1)`,
    [organizationId, JSON.stringify(inbox)],
  )
  const starting = { repeat: 'always', perHour: 100 }
  const definition = {
    trigger: { ...trigger, ...starting },
    conditions: [],
    actions: actions.map((action, nth) => ({ sequence: nth + 1, onlyIf: null, ...action })),
  }
  await store.query(
    `insert into automations (organization_id, id, name, position, state, active_number, revision, tell, changed_at, version)
     values ($1, 'rule', 'Opened talks', 0, 'on', 1, 1, '{}', now(), 0)`,
    [organizationId],
  )
  await store.query(
    `insert into automation_versions (organization_id, automation_id, number, definition, why, ends_waiting, published_at)
     values ($1, 'rule', 1, $2, 'First', false, now())`,
    [organizationId, JSON.stringify(definition)],
  )
  await store.query(
    `insert into automation_spans (organization_id, automation_id, number, from_seq) values ($1, 'rule', 1, 0)`,
    [organizationId],
  )
}

const CAUSE = {
  ...{ id: '1-0', seq: 1, kind: 'conversationOpened', subject: { kind: 'conversation', id: 'c1' }, data: {} },
  ...{ conversationId: 'c1', patientId: null, appointmentId: null, messageId: null, chain: [] },
}
const RAN = { automationId: 'rule', name: 'Opened talks', number: 1, outcome: 'ran', checks: [], failed: null }
const MARK = { kind: 'markRequest', requestType: 'billing' }
const TEXT = { kind: 'sendSms', text: 'We look at it today.', templateId: null }
const HAND = { kind: 'handToChatbot', flowId: 'bot' }
const OPENED = { kind: 'conversationOpened' }

/** A chatbot that asks one question. */
async function addFlow({ store, organizationId }: Scene): Promise<void> {
  const content = JSON.stringify({
    ...{ _id: 'bot', name: 'Front desk', settings: {} },
    nodes: [
      {
        ...{ id: 'ask', kind: 'question', text: 'Which medicine?', options: [] },
        settings: { expects: 'text', saveAs: 'medicine' },
      },
      { id: 'staff', kind: 'handoff', text: 'A person is here.', options: [] },
    ],
    edges: [{ id: 'e1', source: 'ask', target: 'staff' }],
  })
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
}

/** The effects of a rule that marks the conversation and writes to the patient, itself or by a chatbot. */
const effectsWith = (origin: 'automation' | 'bot') => async (scene: Scene) => ({
  'runs that are done': await count(scene, `automation_runs where ${ofOrganization(scene)} and state = 'done'`),
  'events of the run': await eventsOf(scene, 'automation.run'),
  'conversations with the request': await count(
    scene,
    `conversations where ${ofOrganization(scene)} and request_type = 'billing'`,
  ),
  texts: await count(scene, `messages where ${ofOrganization(scene)} and direction = 'outbound'`),
  'texts of their origin': await count(scene, `messages where ${ofOrganization(scene)} and origin = '${origin}'`),
  'texts at the carrier': scene.outside.textsTo(scene.phone),
})

export const AUTOMATION_ROWS: readonly WorkerRow[] = [
  {
    queue: 'automation_cursors',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from automation_runs where ${ofOrganization(scene)} and state = 'done')`,
    async arrange(scene) {
      await addRule(scene, { trigger: OPENED, actions: [MARK, TEXT] })
      await scene.store.query(
        `insert into causes (organization_id, id, seq, nth, kind, subject_kind, subject_id, conversation_id, at, data, chain)
         values ($1, '1-0', 1, 0, 'conversationOpened', 'conversation', 'c1', 'c1', now(), '{}', '{}')`,
        [scene.organizationId],
      )
    },
    effects: effectsWith('automation'),
  },
  {
    queue: 'automation_runs',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from automation_runs where ${ofOrganization(scene)} and state = 'done')`,
    async arrange(scene) {
      const wait = { kind: 'wait', for: { n: 1, unit: 'hours' }, officeHours: false, until: null }
      await addRule(scene, { trigger: OPENED, actions: [wait, MARK, HAND] })
      await addFlow(scene)
      const at = Date.now()
      const step = { sequence: 1, kind: 'wait', outcome: 'done', reason: null, at, messageId: null }
      await scene.store.query(
        `insert into automation_runs (organization_id, id, automation_id, number, cause_id, cause, subject_key,
           conversation_id, state, reason, steps, turn, next, could_text, message_ids, verdict, started_at, due_at, version)
         values ($1, $2, 'rule', 1, '1-0', $3, 'conversation:c1', 'c1', 'waiting', 'wait', $4, 1, 1, true, '{}', $5,
           now() - interval '1 hour', now(), 0)`,
        [scene.organizationId, RUN, JSON.stringify({ ...CAUSE, at }), JSON.stringify([step]), JSON.stringify(RAN)],
      )
    },
    effects: effectsWith('bot'),
  },
  {
    queue: 'automation_clocks',
    scope: 'organization',
    item: ofOrganization,
    ended: (scene) => `exists (select from automation_runs where ${ofOrganization(scene)} and state = 'done')`,
    async arrange(scene) {
      await addRule(scene, {
        trigger: { kind: 'conversationWaiting', minutes: 30, officeHours: false },
        actions: [MARK, TEXT],
      })
      const { store, organizationId } = scene
      await store.query(
        `update conversations set waiting_since = now() - interval '31 minutes' where organization_id = $1`,
        [organizationId],
      )
      await store.query(
        `insert into automation_clocks (organization_id, automation_id, begun_at, swept_to)
         values ($1, 'rule', now() - interval '10 minutes', now() - interval '10 minutes')`,
        [organizationId],
      )
    },
    effects: effectsWith('automation'),
  },
]
