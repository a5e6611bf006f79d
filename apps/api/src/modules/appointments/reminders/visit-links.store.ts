/** The links of reminders by e-mail. Only a hash of the token is stored. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Queries, Tx } from '../../../db/tx.ts'

/** Returns the token of a link that ends with the appointment's start. */
export function addVisitLink(
  tx: Tx,
  organizationId: string,
  appointment: { readonly id: string; readonly startsAt: Date },
  secret: Buffer,
): string {
  const token = secret.toString('base64url')
  sendUnawaited(
    tx,
    tx.insertInto('visit_links').values({
      token_hash: hashOf(token),
      organization_id: organizationId,
      appointment_id: appointment.id,
      expires_at: appointment.startsAt,
    }),
  )
  return token
}

export interface VisitLink {
  readonly organizationId: string
  readonly appointmentId: string
  /** The start that the mail was about. */
  readonly startsAt: Date
}

interface Asking {
  /** A hash of the network's address. */
  readonly key: string
  readonly now: Date
  readonly windowMs: number
}

interface Answer {
  /** How often the network asked in this window, with this time. */
  readonly asks: number
  readonly until: Date
  /** Null for any token but one of a link that has not ended. */
  readonly link: VisitLink | null
}

/** In system scope, one statement: counts the asking and finds the appointment of the link. */
export async function askForLink(queries: Queries, token: string, { key, now, windowMs }: Asking): Promise<Answer> {
  const until = new Date(now.getTime() + windowMs)
  const { rows } = await sql<Omit<Answer, 'link'> & { link: (VisitLink & { startsAt: string }) | null }>`
    with counted as (
      insert into visit_page_asks as here (key, asks, until) values (${key}, 1, ${until})
      on conflict (key) do update set
        asks = case when here.until <= ${now} then 1 else here.asks + 1 end,
        until = case when here.until <= ${now} then excluded.until else here.until end
      returning asks, until
    )
    select asks, until, (
      select json_build_object('organizationId', organization_id, 'appointmentId', appointment_id,
        'startsAt', expires_at)
      from visit_links where token_hash = ${hashOf(token)} and expires_at > ${now}
    ) as link
    from counted`.execute(queries)
  const [answer] = rows
  if (!answer) throw new Error('An asking was not counted.')
  return { ...answer, link: answer.link && { ...answer.link, startsAt: new Date(answer.link.startsAt) } }
}

/** In system scope. */
export async function deleteOldLinks(tx: Tx, before: Date): Promise<void> {
  await Promise.all([
    tx.deleteFrom('visit_links').where('expires_at', '<', before).execute(),
    tx.deleteFrom('visit_page_asks').where('until', '<', before).execute(),
  ])
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
