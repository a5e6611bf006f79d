/**
 * An automation that answers and a chatbot that asks, while the API is killed again and again: each effect happens once, and each
 * text is at the carrier once.
 */
import type { CallName } from '@foyer/contracts/calls.ts'
import { zoneWhereItIsDay } from '../support/day-zone.ts'
import { until } from '../support/until.ts'
import { isAtRest, judgeAnswers, type PhoneExpected, type PhoneFound } from './answers.rules.ts'
import { readCarrier } from './carrier-list.ts'
import { CEDAR } from './clinics.ts'
import { killApi } from './kill-api.ts'
import type { Day } from './rounds.ts'
import type { Input } from './staff.ts'

const organizationId = CEDAR.id
const PHONES = 20
const KILLS = 3
const ANSWERED_WITHIN_MS = 60_000
/** A text whose outcome is unknown is looked for after some seconds, and sent again. */
const AT_REST_WITHIN_MS = 150_000
const HEARD = 'We heard you.'
const ASKED = 'Which one?\n1 Refill\n2 Hours\nReply with a number.'
const ENDED = 'We are open from 8 to 5.'

/** Staff do nothing meanwhile: a chatbot gives way to them. */
export async function answerRound(day: Day, withinMs = 25_000): Promise<void> {
  await day.traffic.stop()
  const phones = await addPhones(day)
  const [ruled, talking] = [phones.slice(0, PHONES / 2), phones.slice(PHONES / 2)]
  await addRule(day)
  await addFlow(day)

  await sayAmongKills(day, [
    ...ruled.map((phone) => ({ phone, body: 'A refill today, please' })),
    ...talking.map((phone) => ({ phone, body: 'Front desk' })),
  ])
  await untilAtRest(day, expectedOf(ruled, talking, [ASKED]), false)
  await sayAmongKills(
    day,
    talking.map((phone) => ({ phone, body: '2' })),
  )
  const expected = expectedOf(ruled, talking, [ASKED, ENDED])
  await untilAtRest(day, expected, true)
  await day.untilAllIsSent()
  const found = await readPhones(day, phones)
  const carried = (await readCarrier(day.world)).filter(({ direction }) => direction === 'outbound-api')
  for (const words of judgeAnswers(found, carried, expected)) day.ledger.violate('I22', words)
  day.ledger.count('phones that got automatic answers', found.length)
  await day.rest(withinMs)
  await day.checkConsumerNow()
}

function expectedOf(
  ruled: readonly string[],
  talking: readonly string[],
  said: readonly string[],
): readonly PhoneExpected[] {
  return [
    ...ruled.map((phone) => ({ phone, by: 'automation' as const, texts: [HEARD] })),
    ...talking.map((phone) => ({ phone, by: 'chatbot' as const, texts: said })),
  ]
}

/** Phones of patients for whom it is day, so that no text waits for the morning. */
async function addPhones({ world: { store } }: Day): Promise<readonly string[]> {
  const phones = Array.from({ length: PHONES }, (_, nth) => `+1512559${String(nth).padStart(4, '0')}`)
  await store.ask(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, timezone)
     select $1, 'writes ' || phone, 'writes ' || phone, 'Cleo', $3, phone, $4 from unnest($2::text[]) as phone`,
    [organizationId, phones, `${CEDAR.mark} who writes`, zoneWhereItIsDay()],
  )
  return phones
}

/** Makes the call as a staff member, and repeats it until it is acknowledged. */
function insist<Name extends CallName>({ staff }: Day, name: Name, input: Input<Name>) {
  const lena = staff.find((one) => one.organizationId === organizationId)
  if (!lena) throw new Error('The clinic has no staff.')
  return until(async () => {
    const answer = await lena.ask(name, input)
    if (answer.kind === 'ok') return answer.reply
    throw new Error(`${name} was ${answer.kind} ${answer.kind === 'refused' ? answer.words : ''}`)
  }, ANSWERED_WITHIN_MS)
}

async function addRule(day: Day): Promise<void> {
  const definition = {
    trigger: { kind: 'inboundMessage', words: ['refill today'], match: 'phrase' },
    conditions: [],
    actions: [
      { sequence: 1, kind: 'sendSms', text: HEARD },
      { sequence: 2, kind: 'markRequest', requestType: 'prescription' },
    ],
  }
  const body = { organizationId, name: 'Refills', ...definition }
  const { data } = await insist(day, 'saveAutomation', { body: body as never, key: 'save the rule' })
  const { _id, revision: expectedRevision } = data
  const publishing = { organizationId, _id, expectedRevision, why: 'First' }
  await insist(day, 'publishAutomation', { body: publishing as never, key: 'publish the rule' })
}

async function addFlow(day: Day): Promise<void> {
  const start = { channels: ['sms'], starts: 'keyword', keywords: ['front desk'] }
  const flow = {
    name: 'Front desk',
    nodes: [
      { id: 'start', kind: 'start', settings: start },
      {
        ...{ id: 'ask', kind: 'question', text: 'Which one?', settings: { expects: 'choice', saveAs: 'wish' } },
        options: [
          { id: 'refill', label: 'Refill' },
          { id: 'hours', label: 'Hours' },
        ],
      },
      { id: 'staff', kind: 'handoff', text: 'A person looks at it.' },
      { id: 'done', kind: 'end', text: ENDED },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'ask' },
      { id: 'e2', source: 'ask', target: 'staff', port: 'refill' },
      { id: 'e3', source: 'ask', target: 'done', port: 'hours' },
    ],
  }
  const { data } = await insist(day, 'saveChatbotFlow', {
    body: { organizationId, flow } as never,
    key: 'save the flow',
  })
  const { _id: flowId, revision } = data
  const publishing = { organizationId, revision, note: 'First' }
  await insist(day, 'publishChatbot', { params: { flowId }, body: publishing, key: 'publish the flow' } as never)
}

interface Words {
  readonly phone: string
  readonly body: string
}

/** The texts are sent a few at a time, and the API dies while they are taken in and answered. */
async function sayAmongKills(day: Day, all: readonly Words[]): Promise<void> {
  const atOnce = Math.ceil(all.length / KILLS)
  for (let kills = 0; kills < KILLS; kills += 1) {
    const said = Promise.all(all.slice(kills * atOnce, (kills + 1) * atOnce).map((words) => say(day, words)))
    await killApi(day, 'automatic answers')
    await said
  }
  await killApi(day, 'automatic answers')
}

async function say({ world: { sandboxUrl }, ledger }: Day, { phone, body }: Words): Promise<void> {
  const startedAt = performance.now()
  const answer = await fetch(`${sandboxUrl}/sandbox/phones/${encodeURIComponent(phone)}/texts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: CEDAR.number, body, media: [] }),
  })
  const { message } = (await answer.json()) as { message: { sid: string } }
  ledger.noteText({ organizationId, startedAt, endedAt: performance.now(), sid: message.sid, body })
  ledger.count('texts of patients')
}

/** `isEnd`: the talks have ended too. */
async function untilAtRest(day: Day, expected: readonly PhoneExpected[], isEnd: boolean): Promise<void> {
  const phones = expected.map(({ phone }) => phone)
  const isReached = async () => {
    const found = await readPhones(day, phones)
    return isEnd
      ? isAtRest(found, expected)
      : expected.every(({ phone, texts }) =>
          found.some((one) => one.phone === phone && one.texts.length >= texts.length),
        )
  }
  await until(isReached, AT_REST_WITHIN_MS).catch(() =>
    day.ledger.violate('I22', `automatic answers are not there after ${AT_REST_WITHIN_MS} ms`),
  )
}

/** One statement reads one snapshot. */
function readPhones({ world: { store } }: Day, phones: readonly string[]): Promise<PhoneFound[]> {
  const own = (table: string) => `${table}.organization_id = c.organization_id and ${table}.conversation_id = c.id`
  return store.ask<PhoneFound>(
    `select c.phone_number as phone,
       (select coalesce(json_agg(r.state), '[]') from automation_runs as r where ${own('r')}) as runs,
       (select coalesce(json_agg(s.ended_as), '[]') from chatbot_sessions as s where ${own('s')}) as sessions,
       (select count(*)::int from conversation_history as h where ${own('h')} and h.kind = 'requestType') as requests,
       (select coalesce(json_agg(m.body order by m.created_at, m.id), '[]') from messages as m
          where ${own('m')} and m.direction = 'outbound' and not m.private) as texts
     from conversations as c where c.organization_id = $1 and c.phone_number = any($2)`,
    [organizationId, phones],
  )
}
