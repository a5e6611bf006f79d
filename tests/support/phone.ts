/** A patient's phone, and the carrier between it and the clinic, through the sandbox's own API. */
import type { Behaviour } from '@foyer/sandbox/carrier/behaviour.ts'

export interface PhoneText {
  readonly body: string
  readonly direction: 'inbound' | 'outbound-api'
  readonly status: string
  /** For a text that this phone sent: the outcome of its webhook. */
  readonly handover: string | null
}

export interface Phone {
  readonly number: string
  text(body: string): Promise<void>
  /** Returns all texts on the phone's screen. */
  read(): Promise<string[]>
  /** Returns the texts of this phone that the clinic has taken in; oldest first. */
  taken(): Promise<string[]>
  /** Returns the clinic's texts to this phone, delivered or not; oldest first. */
  received(): Promise<string[]>
}

export function phone(worldUrl: string, number: string, clinic: string): Phone {
  const address = `${worldUrl}/sandbox/phones/${encodeURIComponent(number)}`
  const screen = async () => {
    const answer = await fetch(address)
    return ((await answer.json()) as { messages: PhoneText[] }).messages
  }
  return {
    number,
    text: (body) => post(`${address}/texts`, { to: clinic, body }),
    read: async () => (await screen()).map(({ body }) => body),
    taken: async () => (await screen()).filter(({ handover }) => handover === 'taken').map(({ body }) => body),
    received: async () => (await screen()).filter(({ direction }) => direction !== 'inbound').map(({ body }) => body),
  }
}

/** Changes the carrier's behaviour, or resets it. */
export function behave(worldUrl: string, change: Partial<Behaviour>): Promise<void> {
  return post(`${worldUrl}/sandbox/behaviour`, change)
}

async function post(address: string, body: object): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`The sandbox refused: ${answer.status} ${await answer.text()}`)
}
