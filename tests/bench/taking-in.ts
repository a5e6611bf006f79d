/** Texts that come in one after another, each from another patient, in rounds of two kinds in turn. */
import { setTimeout as pause } from 'node:timers/promises'
import { textFrom } from './calls-load.ts'
import type { CallsWorld } from './calls-world.ts'
import { type Connection, openConnections } from './lean-client.ts'

/** The texts that a text caused leave before the next text comes. */
const PAUSE_MS = 25
const SETTLED_MS = 200

export interface Rounds<Kind extends string> {
  readonly rounds: number
  /** The patients who write in each round. No member of the staff wrote to them lately: a chatbot leaves others to the staff. */
  readonly patients: number
  /** In the order of a round. The first round of each is not measured. */
  readonly kinds: readonly Kind[]
  /** Before the texts of a round. */
  arrange(kind: Kind): Promise<unknown>
  /** The texts of one patient, the nth of the round. */
  textsOf(kind: Kind, nth: number): readonly string[]
}

/** Milliseconds from each post to its answer: first texts of patients, and their later ones. */
export type Taken<Kind extends string> = ReadonlyMap<Kind, { readonly first: number[]; readonly later: number[] }>

export async function takeInRounds<Kind extends string>(
  { product, organizationId, query }: CallsWorld,
  { rounds, patients, kinds, arrange, textsOf }: Rounds<Kind>,
): Promise<Taken<Kind>> {
  const senders = await query<{ sender: string; number: string }>(
    product,
    `select c.sender, o.sms_number as number from conversations as c join organizations as o on o.id = c.organization_id
     where c.organization_id = $1 and c.patient_id is not null and not exists (
       select from messages as m where m.organization_id = c.organization_id and m.conversation_id = c.id
         and m.user_id is not null and m.created_at > now() - interval '1 day')
     order by c.id limit $2`,
    [organizationId, rounds * patients * kinds.length],
  )
  const taken = new Map(kinds.map((kind) => [kind, { first: [] as number[], later: [] as number[] }]))
  const [connection] = await openConnections(product.url, 1)
  if (!connection) throw new Error('The API took no connection.')
  for (let round = 0; round < rounds; round++)
    for (const kind of kinds) {
      await arrange(kind)
      await pause(SETTLED_MS)
      for (let nth = 0; nth < patients; nth++) {
        const { sender: from = '', number: to = '' } = senders.shift() ?? {}
        for (const [place, body] of textsOf(kind, nth).entries()) {
          const tookMs = await send(connection, textFrom(product, { from, to, body }))
          if (round > 0) taken.get(kind)?.[place === 0 ? 'first' : 'later'].push(tookMs)
          await pause(PAUSE_MS)
        }
      }
    }
  connection.close()
  return taken
}

async function send(connection: Connection, request: Buffer): Promise<number> {
  const began = performance.now()
  const { status, body } = await connection.send(request)
  if (status !== 200) throw new Error(`A text was answered ${status}: ${body.toString()}`)
  return performance.now() - began
}

/** Asks for the number until it is the wanted one; after half a minute it answers the last. */
export async function countUntil(wanted: number, ask: () => Promise<number>): Promise<number> {
  const end = performance.now() + 30_000
  let number = await ask()
  while (number !== wanted && performance.now() < end) {
    await pause(SETTLED_MS)
    number = await ask()
  }
  return number
}
