/**
 * The statements of the bare program: each is prepared once per connection. They read and write the rows that the
 * product's calls read and write, as the owner of the tables, whom row-level security does not concern.
 */
import { CHAT_PAGE_SIZE, MESSAGES_PAGE } from '@foyer/contracts/defaults.ts'

const statement = (name: string, text: string) => ({ name, text })

/** The columns of a list item: the conversation, its patient, consent, next visit, staff and last editor. */
const ITEM = `
  c.*, p.first_name, p.last_name, p.email, p.import_id, p.birthdate, p.gender, p.mrn, p.cash_pay, p.insurance_type,
  p.preferred_contact, consents.sms_status, visit.visit, assigned.staff, author.name as changed_by_name`

const FACTS = `
  left join patients as p on p.organization_id = c.organization_id and p.id = c.patient_id
  left join consents on consents.organization_id = c.organization_id and consents.phone_number = c.phone_number
  left join lateral (
    select to_json(a.*) as visit from appointments as a
    where a.organization_id = c.organization_id and a.patient_id = c.patient_id and a.ends_at > now()
      and a.status in ('scheduled', 'confirmed', 'arrived', 'admitted')
    order by a.starts_at, a.id limit 1) as visit on true
  left join lateral (
    select json_agg(json_build_object('_id', one.id, 'name', staff.name)) as staff
    from unnest(c.staff_assigned) as one(id)
    left join known_staff as staff on staff.organization_id = c.organization_id and staff.user_id = one.id
  ) as assigned on true
  left join known_staff as author on author.organization_id = c.organization_id and author.user_id = c.changed_by`

/** The head as of which a page is read, in each of its rows. */
const HEAD = `
  (select seq from organization_heads where organization_id = $1) as head_seq,
  (select epoch from organization_heads where organization_id = $1) as head_epoch`

/** $1 organization, $2 statuses. A constant limit lets the plan, which is made once, walk the index. */
export const LIST = statement(
  'list',
  `select ${ITEM}, ${HEAD} from (
     select branch.* from unnest($2::text[]) as wanted(status)
     cross join lateral (
       select * from conversations
       where organization_id = $1 and status = wanted.status and snoozed_until is null
       order by last_message_at desc, id desc limit ${CHAT_PAGE_SIZE + 1}) as branch
     order by last_message_at desc, id desc limit ${CHAT_PAGE_SIZE + 1}) as c
   ${FACTS} order by c.last_message_at desc, c.id desc`,
)

/** $1 organization, $2 conversation. */
export const MESSAGES = statement(
  'messages',
  `select id, conversation_id, organization_id, direction, body, attachments, private, patient_id, automatic, mentions,
     user_id, user_name, created_at, status, failure_reason, version, ${HEAD}
   from messages where organization_id = $1 and conversation_id = $2
   order by created_at desc, id desc limit ${MESSAGES_PAGE}`,
)

/** $1 organization, $2 conversation. */
export const LOCK = statement(
  'lock',
  `select ${ITEM}, (select coalesce(max(position), 0) from conversation_history
     where organization_id = c.organization_id and conversation_id = c.id) as length
   from conversations as c ${FACTS} where c.organization_id = $1 and c.id = $2 for update of c`,
)

/** $1 the organization's number, $2 sender: the conversation, and the organization by its number. */
export const LOCK_SENDER = statement(
  'lock_sender',
  `select ${ITEM} from conversations as c ${FACTS}
   where c.organization_id = (select id from organizations where sms_number = $1) and c.channel = 'sms' and c.sender = $2
   for update of c`,
)

/** $1 organization, $2 events, $3 unread messages more. It locks the head until the transaction ends. */
export const MOVE_HEAD = statement(
  'move_head',
  `update organization_heads set seq = seq + $2,
     counts = jsonb_set(counts, '{unreadMessages}', to_jsonb((counts ->> 'unreadMessages')::int + $3))
   where organization_id = $1 returning seq, epoch, counts`,
)

/** $1 organization, $2 conversation, $3 starred by, $4 changed by, $5 version. */
export const STAR = statement(
  'star',
  `update conversations set starred_by = $3, changed_by = $4, version = $5 where organization_id = $1 and id = $2`,
)

/** $1 organization, $2 id, $3 user, $4 steps. */
export const ADD_UNDO = statement(
  'add_undo',
  `insert into undo_steps (organization_id, id, user_id, made_at, steps) values ($1, $2, $3, now(), $4)`,
)

/** $1 organization, $2 conversation, $3 position, $4 user, $5 kind, $6 details. */
export const ADD_HISTORY = statement(
  'add_history',
  `insert into conversation_history (organization_id, conversation_id, position, at, user_id, kind, details)
   values ($1, $2, $3, now(), $4, $5, $6)`,
)

/** $1 organization, $2 conversation, $3 preview, $4 author of the preview, $5 version. */
export const RECEIVE = statement(
  'receive',
  `update conversations set last_message = $3, last_message_by = $4, last_message_at = now(),
     waiting_since = coalesce(waiting_since, now()), unread_count = unread_count + 1, last_text_version = $5 + 1,
     version = $5
   where organization_id = $1 and id = $2`,
)

/** $1 organization, $2 id, $3 conversation, $4 body, $5 carrier's id, $6 version, $7 words. */
export const ADD_MESSAGE = statement(
  'add_message',
  `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, carrier_sid, version,
     added_version, words)
   values ($1, $2, $3, 'inbound', $4, now(), 'received', $5, $6, $6, array_to_tsvector($7))`,
)

/** $1 organization, $2 epoch, $3 counts; then per event its seq, type, key, audience and data. */
export const ADD_EVENTS = statement(
  'add_events',
  `insert into events (organization_id, epoch, at, counts, seq, type, key, audience, data)
   values ($1, $2, now(), $3, $4, $5, $6, $7, $8), ($1, $2, now(), $3, $9, $10, $11, $12, $13)`,
)
