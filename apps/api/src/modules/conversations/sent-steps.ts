/** The interface through which modules follow the texts and e-mails that they sent. */
import type { Origin } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'

/** A text by its message's id, or an e-mail by its own. */
export type Sent = { readonly organizationId: string } & ({ readonly messageId: string } | { readonly mailId: string })

export interface SentStep {
  /** It follows what this part of the product sent. */
  readonly origin: Origin
  /** Why it must not be handed over any more; null if it may. It writes nothing. */
  objection(tx: Tx, sent: Sent, now: Date): Promise<string | null>
  /** Called in the transaction that saves another delivery status. It appends no event and locks no conversation. */
  hear(tx: Tx, sent: Sent): Promise<unknown>
}

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

export async function tellOfDelivery(
  tx: Tx,
  { sentSteps }: Followed,
  origin: Origin | null,
  sent: Sent,
): Promise<void> {
  await sentSteps.find((one) => one.origin === origin)?.hear(tx, sent)
}
