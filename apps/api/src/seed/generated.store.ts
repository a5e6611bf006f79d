/**
 * Generates clinics for benchmarks inside PostgreSQL, with one statement per table and organization. Every value
 * derives from its row number, so databases of equal size are identical.
 */
import type pg from 'pg'

export interface Generated {
  readonly id: string
  /** Counted from 1. */
  readonly number: number
  readonly conversations: number
  /** Per conversation, at least one. */
  readonly messages: number
  /** The only staff member, to whom some conversations are assigned or who starred them. */
  readonly userId: string
  readonly epoch: string
}

/** Bulk inserts as foyer_system; commits need no fsync, because lost rows can be generated again. */
export async function becomeGenerator(client: pg.Client): Promise<void> {
  await client.query(`set role foyer_system; set synchronous_commit = off; set gin_pending_list_limit = '64MB'`)
}

export async function holdsGenerated(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from organizations where id like 'org_generated_%' limit 1`)
  return rowCount !== 0
}

export async function insertGenerated(client: pg.Client, one: Generated): Promise<void> {
  await client.query('begin')
  try {
    await client.query(ORGANIZATION, [one.id, one.number])
    await client.query(MEMBER, [one.id, one.userId])
    await client.query(PATIENTS, [one.id, one.conversations])
    await client.query(CONVERSATIONS, [one.id, one.conversations, one.userId])
    await client.query(MESSAGES, [one.id, one.messages, one.userId])
    await client.query(HEAD, [one.id, one.epoch])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Updates the planner's statistics and merges the search index's pending list. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query('reset role')
  for (const table of ['patients', 'conversations', 'messages']) await client.query(`vacuum analyze ${table}`)
}

const ORGANIZATION = `
  insert into organizations (id, name, type, timezone, sms_number)
  values ($1, 'Generated clinic ' || $2::int, 'medicalGroup', 'America/Chicago', '+1' || (2000000000 + $2::int))`

const MEMBER = `insert into members (organization_id, user_id, role) values ($1, $2, 'admin')`

const FIRST = `(array['Ana','Ben','Chloe','Daniel','Elena','Farid','Grace','Hugo','Ivy','Jun','Kemi','Leo','Mara','Noah','Olga','Priya','Quinn','Rosa','Sam','Tara'])`
const LAST = `(array['Abbott','Baker','Castillo','Dubois','Eze','Fischer','Garcia','Haddad','Ito','Jensen','Khan','Lopez','Meyer','Nguyen','Okafor','Patel','Quigley','Rossi','Silva','Tanaka','Ueda','Vargas','Walker'])`

/** $1 organization, $2 count: one patient per conversation; some conversations later have no patient. */
const PATIENTS = `
  insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, birthdate, gender, mrn,
    insurance_type, preferred_contact)
  select $1, 'pat_' || i, 'imp_' || i, ${FIRST}[1 + i % 20], ${LAST}[1 + i / 20 % 23], '+1' || (5120000000 + i),
    date '1935-01-01' + i * 7 % 28000, (array['female','male'])[1 + i % 2], 'G' || lpad(i::text, 7, '0'),
    (array['Medicare','Aetna','Humana','Cigna Health'])[1 + i % 4], 'text'
  from generate_series(1, $2::int) as i`

/** $1 organization, $2 count, $3 staff: row 1 is the newest; older ones are mostly resolved. */
const CONVERSATIONS = `
  insert into conversations (organization_id, id, patient_id, channel, sender, phone_number, status, request_type,
    last_message, last_message_by, last_message_at, waiting_since, unread_count, staff_assigned, starred_by, feedback,
    search_text, version, created_at)
  select $1, md5($1 || i)::uuid::text, patient, 'sms', number, number, status,
    case when i % 3 = 0 then null else (array['appointment','prescription','billing','concierge','other'])[1 + i % 5] end,
    case when waits then 'Could you call me back about this, please?' else 'You are all set. See you then!' end,
    case when waits
      then '{"direction":"inbound","private":false,"user":null,"userName":null,"status":"received"}'::jsonb
      else jsonb_build_object('direction', 'outbound', 'private', false, 'user', $3::text, 'userName', 'Generated',
        'status', 'delivered') end,
    at, case when waits and status <> 'resolved' then at end, case when waits and status <> 'resolved' and i % 4 < 3 then 1 + i % 3 else 0 end,
    case when i % 3 = 1 then array[$3::text] else '{}' end, case when i % 40 = 0 then array[$3::text] else '{}' end,
    case i % 60 when 7 then 'down' when 8 then 'up' end,
    E'\\n' || lower(case when patient is null then 'Unknown' else ${FIRST}[1 + i % 20] || ' ' || ${LAST}[1 + i / 20 % 23] end)
      || E'\\n' || case when patient is null then '' else 'g' || lpad(i::text, 7, '0') end || E'\\n1' || (5120000000 + i),
    0, at - interval '1 day'
  from (
    select i, '+1' || (5120000000 + i) as number, status, case when status = 'unassigned' then null else 'pat_' || i end as patient,
      i % 5 < 2 as waits,
      date_trunc('second', now()) - make_interval(secs => 30 + 15552000 * power(i::float8 / $2::int, 1.6)) as at
    from generate_series(1, $2::int) as i
    cross join lateral (select case when i * 37 % 100 < 70 then 'resolved' when i * 37 % 100 < 82 then 'open'
      when i * 37 % 100 < 88 then 'pending' when i * 37 % 100 < 96 then 'acknowledged' else 'unassigned' end as status) as s
  ) as rows`

/**
 * $1 organization, $2 count per conversation, $3 staff. The newest message is the list's preview; before it, patient
 * and staff alternate. Each message also contains one of 5,000 distinct search words.
 */
const MESSAGES = `
  insert into messages (organization_id, id, conversation_id, direction, body, user_id, user_name, created_at, status, version,
    words)
  select $1, md5(c.id || j)::uuid::text, c.id, case when inbound then 'inbound' else 'outbound' end, body,
    case when inbound then null else $3::text end, case when inbound then null else 'Generated' end,
    c.last_message_at - (j - 1) * interval '7 minutes', case when inbound then 'received' else 'delivered' end, 0,
    strip(to_tsvector('simple', body))
  from conversations as c
  cross join generate_series(1, $2::int) as j
  cross join lateral (select (c.last_message_by ->> 'direction' = 'inbound') = (j % 2 = 1) as inbound) as turn
  cross join lateral (select case when j = 1 then c.last_message
    when inbound then 'Thanks, and one more question about rx' || abs(hashtext(c.id || j)) % 5000
    else 'Happy to help with form' || abs(hashtext(c.id || j)) % 40 end as body) as said
  where c.organization_id = $1`

/** Computes the counts like inbox/counts.rules.ts in contracts, as one query. */
const HEAD = `
  insert into organization_heads (organization_id, epoch, seq, counts)
  select $1, $2, 0, jsonb_build_object('unreadMessages', coalesce(sum(unread_count), 0),
    'openRequests', count(*) filter (where is_open and request_type not in ('other', 'concierge')),
    'otherRequests', count(*) filter (where is_open and request_type = 'other'),
    'openConciergeRequests', count(*) filter (where is_open and request_type = 'concierge'),
    'thumbsDown', count(*) filter (where feedback = 'down'),
    'heldConversations', count(*) filter (where held_authors <> '{}'),
    'heldForAll', count(*) filter (where held_authors @> '{*}'),
    'notDelivered', count(*) filter (where coalesce(last_message_by ->> 'textStatus', last_message_by ->> 'status') in ('failed', 'undelivered')),
    'snoozed', count(*) filter (where snoozed_until is not null))
  from (select *, status in ('open', 'unassigned') as is_open from conversations where organization_id = $1) as rows`
