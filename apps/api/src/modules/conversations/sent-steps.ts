/** The interface through which modules follow the texts and e-mails that they sent. */
import type { Origin } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import type { Change, ChangeSet } from '../../events/append.ts'
import type { Services } from '../../services.ts'

/** A text by its message's id, or an e-mail by its own. */
export type Sent = { readonly organizationId: string } & ({ readonly messageId: string } | { readonly mailId: string })

export interface DeliveryNews {
  readonly status: 'queued' | 'sent' | 'delivered' | 'notDelivered'
  readonly reason: string | null
  /** The carrier or the e-mail service took it, even if the report of its failure comes first. */
  readonly isTaken?: boolean
  /** The e-mail service did not say whether it took the mail: it counts as not delivered. */
  readonly isUnconfirmed?: boolean
}

type SentServices = Pick<Services, 'config' | 'newId'>

export interface SentStep {
  /** It follows what this part of the product sent. */
  readonly origin: Origin
  /** Why it must not be handed over any more; null if it may. It writes nothing. */
  objection(tx: Tx, sent: Sent, now: Date): Promise<string | null>
  /**
   * Called in the transaction that saves another delivery status, as the last one before the log's head is locked. It locks
   * no conversation and returns its events.
   */
  hear(tx: Tx, parts: SentServices, sent: Sent, news: DeliveryNews, now: Date): Promise<Entries>
  /** The carrier takes no more texts for `delayMs`. Called in a transaction of its own, which has locked nothing. */
  tooFast?(tx: Tx, sent: Sent, delayMs: number, now: Date): Promise<void>
}

type Entries = readonly (Change | ChangeSet)[]

interface Followed {
  readonly sentSteps: readonly SentStep[]
}

export async function objectionTo(
  tx: Tx,
  { sentSteps }: Followed,
  origin: Origin | null,
  sent: Sent,
  now: Date,
): Promise<string | null> {
  const step = sentSteps.find((one) => one.origin === origin)
  return step === undefined ? null : step.objection(tx, sent, now)
}

interface Delivered {
  readonly origin: Origin | null
  readonly sent: Sent
  readonly news: DeliveryNews
  readonly now: Date
}

export async function tellOfDelivery(
  tx: Tx,
  { sentSteps, ...services }: Followed & SentServices,
  { origin, sent, news, now }: Delivered,
): Promise<Entries> {
  const step = sentSteps.find((one) => one.origin === origin)
  return step === undefined ? [] : step.hear(tx, services, sent, news, now)
}

interface Refused {
  readonly origin: Origin | null
  readonly sent: Sent
  readonly delayMs: number
  readonly now: Date
}

export async function tellTooFast(
  tx: Tx,
  { sentSteps }: Followed,
  { origin, sent, delayMs, now }: Refused,
): Promise<void> {
  await sentSteps.find((one) => one.origin === origin)?.tooFast?.(tx, sent, delayMs, now)
}
