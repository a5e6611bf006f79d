import { campaignDetailSchema } from '@foyer/contracts/campaign/campaign.ts'
import { addUp } from '@foyer/contracts/campaign/sends.rules.ts'
import { notifierTemplateSchema } from '@foyer/contracts/campaign/template.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { testServices } from '../../../../tests/support/services.ts'
import { readHead } from '../events/append.ts'
import { readPlanPolicy } from '../modules/campaign/audience/plan-policy.ts'
import { problemsOf } from '../modules/campaign/campaigns/campaign-problems.ts'
import { campaignOf } from '../modules/campaign/campaigns/campaign-state.rules.ts'
import { findCampaign } from '../modules/campaign/campaigns.store.ts'
import { recountFigures } from '../modules/campaign/figures.store.ts'
import { templateOf } from '../modules/campaign/templates/template-state.rules.ts'
import { listTemplates } from '../modules/campaign/templates/templates.store.ts'
import { itemOf, itemsFrom } from '../modules/conversations/conversation-items.store.ts'
import { recount } from '../modules/conversations/counts.store.ts'
import { addDemoCampaigns } from './demo-campaigns.ts'
import { seedAtStart, seedDemo } from './seed.ts'

/** A Thursday morning in Texas. */
const NOW = new Date('2026-11-19T15:16:00Z')
const OF_CEDAR = ['cmp_birthdays', 'cmp_checkups', 'cmp_flu', 'cmp_flu_last', 'cmp_news', 'cmp_portal', 'cmp_recall']

const partsOf = (of: FreshDatabase, now = NOW) => testServices(of, { clock: { now: () => now } })

async function fill(now = NOW): Promise<FreshDatabase> {
  const filled = await freshDatabase()
  await seedDemo(partsOf(filled, now))
  await addDemoCampaigns(partsOf(filled, now))
  return filled
}

let store: FreshDatabase
beforeAll(async () => {
  store = await fill()
}, 120_000)
afterAll(() => store.close())

async function count(from: string, of = store): Promise<number> {
  const [row] = await of.query<{ n: number }>(`select count(*)::int as n from ${from}`)
  return row?.n ?? 0
}

const campaign = (campaignId: string, organizationId = 'org_cedar', of = store) =>
  of.database.read(organizationId, async (tx) => {
    const found = await findCampaign(tx, { organizationId, campaignId })
    if (!found) throw new Error(`There is no ${campaignId}.`)
    const { facts } = await readPlanPolicy(tx, partsOf(of), organizationId)
    const recounted = await recountFigures(tx, { organizationId, campaignId })
    const detail = campaignDetailSchema.parse({ ...campaignOf(found), problems: problemsOf(found, facts) })
    return { ...detail, figures: found.figures, recounted }
  })

test('addDemoCampaigns adds each campaign in its status, and its figures equal a recount of the ledger', async () => {
  const statuses: Record<string, string> = {}
  for (const id of OF_CEDAR) {
    const found = await campaign(id)
    statuses[id] = found.status
    expect(found.figures, id).toEqual(found.recounted)
    expect(addUp(found.figures.states), id).toBe(true)
  }
  expect(statuses).toEqual({
    ...{ cmp_birthdays: 'finished', cmp_checkups: 'scheduled', cmp_flu: 'draft', cmp_flu_last: 'finished' },
    ...{ cmp_news: 'finished', cmp_portal: 'paused', cmp_recall: 'draft' },
  })
})

test('addDemoCampaigns tells of the finished flu shots with every end', async () => {
  const { states, results, causes, skipped } = await campaign('cmp_flu_last')
  expect(states).toMatchObject({ total: 180, waiting: 0, queued: 0, failed: 12, sent: 7 })
  expect(states.delivered).toBeGreaterThan(130)
  expect(results).toMatchObject({ replied: 41, optedOut: 3, failed: 12 })
  expect(results.booked).toBeGreaterThan(5)
  expect(results.clicked).toBeGreaterThan(40)
  expect(causes).toEqual([
    { failureReason: 'The phone could not be reached.', count: 6 },
    { failureReason: 'The number is a landline or cannot receive texts.', count: 4 },
    { failureReason: 'The network took the text for spam.', count: 2 },
  ])
  expect(skipped.map(({ reason }) => reason).toSorted()).toEqual(['missing_field', 'opted_out', 'shared_number'])
  const [elias] = await store.query<{ reason: string; detail: string }>(
    `select s.reason, s.detail from campaign_sends s join patients p on p.id = s.patient_id
     where campaign_id = 'cmp_flu_last' and p.first_name = 'Elias' and p.last_name = 'Carver'`,
  )
  expect(elias).toEqual({ reason: 'shared_number', detail: 'Rosalind Carver' })
})

test('addDemoCampaigns shows the guard on the recall, and leaves the flu shots of 65 and over ready to launch', async () => {
  const recall = await campaign('cmp_recall')
  expect(recall.problems).toMatchObject([
    { code: 'collides', level: 'warning', word: 'YES' },
    { code: 'collides', level: 'problem', word: 'CANCEL' },
  ])
  expect((await campaign('cmp_flu')).problems).toEqual([])
  expect((await campaign('cmp_checkups')).problems).toEqual([])
})

test('addDemoCampaigns pauses the portal texts at 24 of 60, by failures', async () => {
  const portal = await campaign('cmp_portal')
  expect(portal).toMatchObject({ pauseReason: 'failures', pausedBy: null, etaAt: null })
  expect(portal.states).toMatchObject({ total: 60, delivered: 18, failed: 6, waiting: 36 })
})

test('addDemoCampaigns plans the check-ups for half past nine in five days, on the clock of each patient', async () => {
  const { scheduledAt, states } = await campaign('cmp_checkups')
  expect(scheduledAt).toBe('2026-11-24T15:30:00.000Z')
  expect(states.waiting).toBeGreaterThan(50)
  const times = await store.query<{ timezone: string; time: string }>(
    `select distinct timezone, to_char(due_at at time zone timezone, 'YYYY-MM-DD HH24:MI') as time
     from campaign_sends where campaign_id = 'cmp_checkups' and state = 'waiting'`,
  )
  expect(new Set(times.map(({ time }) => time))).toEqual(new Set(['2026-11-24 09:30']))
  expect(times.length).toBeGreaterThan(1)
})

test('addDemoCampaigns leaves nothing that is due within a day', async () => {
  const soon = `'${NOW.toISOString()}'::timestamptz + interval '1 day'`
  expect(await count(`campaigns where due_at < ${soon}`)).toBe(0)
  expect(await count(`notifier_templates where due_at < ${soon}`)).toBe(0)
  expect(await count(`mails where status in ('queued', 'sending')`)).toBe(0)
  for (const table of ['campaign_news', 'campaign_changes', 'outbound_texts', 'events'])
    expect(await count(table), table).toBe(0)
})

test('ledger, messages, e-mails, links and marks of the demo agree', async () => {
  const left = `campaign_sends s where state not in ('waiting', 'skipped')`
  expect(await count(`${left} and message_id is null and mail_id is null`)).toBe(0)
  const outcome = `case m.status when 'undelivered' then 'failed' else m.status end`
  expect(
    await count(`campaign_sends s join messages m on m.organization_id = s.organization_id and m.id = s.message_id
      join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id
      where s.state = ${outcome} and s.failure_reason is not distinct from m.failure_reason and m.quiet
        and m.campaign_id = s.campaign_id and c.sender = s.address and m.created_at <= s.taken_at and s.taken_at <= s.at`),
  ).toBe(await count(`${left} and message_id is not null`))
  expect(
    await count(`campaign_sends s join mails m on m.id = s.mail_id where m.status = s.state and m.address = s.address
      and m.patient_id = s.patient_id and m.campaign_id = s.campaign_id`),
  ).toBe(await count(`${left} and mail_id is not null`))
  expect(
    await count(`messages m where campaign_id is not null and direction = 'outbound' and not exists
    (select from campaign_sends s where s.message_id = m.id)`),
  ).toBe(0)
  expect(
    await count(`campaign_marks k where not exists (select from campaign_sends s
      where s.campaign_id = k.campaign_id and s.patient_id = k.patient_id and s.taken_at < k.at)`),
  ).toBe(0)
  const answers = (event: string, isStop: string) =>
    count(`campaign_marks k join campaign_sends s using (organization_id, campaign_id, patient_id)
      join conversations c on c.organization_id = s.organization_id and c.sender = s.address
      join messages m on m.conversation_id = c.id and m.direction = 'inbound' and m.campaign_id = k.campaign_id
        and m.created_at = k.at and (m.body = 'STOP') = ${isStop}
      where k.event = '${event}' and k.source = 'phone'`)
  expect(await answers('replied', 'false')).toBe(await count(`campaign_marks where event = 'replied'`))
  expect(await answers('optedOut', 'true')).toBe(
    await count(`campaign_marks where event = 'optedOut' and source = 'phone'`),
  )
  expect(
    await count(`campaign_marks k join link_hits h on h.at = k.at join short_links l on l.code = h.code
      and l.campaign_id = k.campaign_id and l.patient_id = k.patient_id where k.event = 'clicked'`),
  ).toBe(await count('link_hits'))
  expect(
    await count(`messages m join short_links l on position(l.code in m.body) > 0 where m.campaign_id is not null`),
  ).toBe(await count(`campaign_sends where message_id is not null`))
  expect(await count(`mail_consents where status = 'unsubscribed'`)).toBe(2)
})

test('three answers to the flu shots wait in the inbox with their campaign, and no count of the inbox changes', async () => {
  await store.database.read('org_cedar', async (tx) => {
    expect((await readHead(tx, 'org_cedar')).counts).toEqual(await recount(tx, 'org_cedar'))
    const { rows } = await itemsFrom(sql`(select * from conversations where campaign_id is not null)`, NOW).execute(tx)
    const waiting = rows.map(itemOf)
    expect(waiting).toHaveLength(3)
    for (const one of waiting) {
      expect(one.campaign).toEqual({ _id: 'cmp_flu_last', name: 'Flu shots' })
      expect(['open', 'unassigned']).toContain(one.status)
      expect(one.waitingSince).not.toBeNull()
    }
  })
  expect(
    await count(`conversations c where status <> 'quiet' and (last_message_at, last_message) is distinct from
      (select (created_at, body) from messages m where m.organization_id = c.organization_id and m.conversation_id = c.id
         and not quiet order by created_at desc, id desc limit 1)`),
  ).toBe(0)
  const unanswered = `messages m where m.organization_id = c.organization_id and m.conversation_id = c.id
    and direction = 'inbound' and created_at > coalesce((select max(created_at) from messages a
      where a.conversation_id = c.id and a.user_id is not null and not a.private), '-infinity')`
  expect(await count(`conversations c where unread_count > (select count(*) from ${unanswered})`)).toBe(0)
})

test('addDemoCampaigns plans the next run of the birthdays in twelve days, and the other templates are off', async () => {
  const templates = await store.database.read('org_cedar', (tx) => listTemplates(tx, 'org_cedar', ''))
  expect(templates.map((one) => notifierTemplateSchema.parse(templateOf(one)))).toMatchObject([
    {
      ...{ _id: 'tpl_birthdays', active: true, frequency: { value: 30, unit: 'day' } },
      ...{ nextRunAt: '2026-12-01T16:00:00.000Z', lastRunAt: '2026-11-01T16:00:00.000Z' },
      lastCampaignId: 'cmp_birthdays',
    },
    { _id: 'tpl_labs', active: false, content: '', nextRunAt: null },
    { _id: 'tpl_recall', active: false, frequency: { value: 90, unit: 'day' }, nextRunAt: null },
  ])
  expect(await campaign('cmp_birthdays')).toMatchObject({ kind: 'recurring', templateId: 'tpl_birthdays' })
})

test('the demo has four patients in each of three other time zones, and a draft and a template in each other clinic', async () => {
  const zones = await store.query(
    'select timezone, count(*)::int as n from patients where timezone is not null group by 1 order by 1',
  )
  expect(zones).toEqual(
    ['America/Denver', 'America/Los_Angeles', 'America/New_York'].map((timezone) => ({ timezone, n: 4 })),
  )
  for (const name of ['lakeside', 'harbor']) {
    const draft = await campaign(`cmp_${name}`, `org_${name}`)
    expect(draft).toMatchObject({ status: 'draft', problems: [] })
    const templates = await store.database.read(`org_${name}`, (tx) => listTemplates(tx, `org_${name}`, ''))
    expect(templates).toMatchObject([{ _id: `tpl_${name}`, active: false }])
  }
})

test('a second start changes nothing of the campaigns', async () => {
  const rows = () => store.query('select * from campaigns order by id')
  const before = await rows()
  expect(await seedAtStart({ ...partsOf(store), url: store.url })).toBe(false)
  expect(await rows()).toEqual(before)
})

test('addDemoCampaigns writes the same rows for the same time', async () => {
  const again = await fill()
  for (const table of [
    ...['campaigns', 'campaign_sends', 'campaign_marks', 'notifier_templates', 'short_links', 'mail_consents'],
    ...['messages', 'conversations', 'consents'],
  ]) {
    const digest = `select md5(string_agg(row::text, '|' order by row::text)) as digest from ${table} as row`
    expect(await again.query(digest), table).toEqual(await store.query(digest))
  }
  await again.close()
})

test.each(['2026-11-21T03:40:00Z', '2026-11-22T09:05:00Z', '2026-03-08T08:30:00Z'])(
  'addDemoCampaigns at %s has all answers, and nothing in the future',
  async (at) => {
    const now = new Date(at)
    const other = await fill(now)
    const { states, results } = await campaign('cmp_flu_last', 'org_cedar', other)
    expect(states).toMatchObject({ total: 180, failed: 12 })
    expect(results).toMatchObject({ replied: 41, optedOut: 3 })
    expect(await count('conversations where campaign_id is not null', other)).toBe(3)
    for (const table of ['messages', 'mails'])
      expect(await count(`${table} where created_at > '${at}'`, other), table).toBe(0)
    expect(await count(`campaign_marks where at > '${at}'`, other)).toBe(0)
    await other.close()
  },
)
